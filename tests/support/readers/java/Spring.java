// An upstream on Spring Boot: `Spring PORT`.

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@EnableAutoConfiguration
@RestController
public class Spring {
    public static void main(String[] arguments) {
        SpringApplication.run(Spring.class, "--server.address=127.0.0.1", "--server.port=" + arguments[0], "--logging.level.root=error");
    }

    @GetMapping("/v1/integrations/forge/codehost/{id}/repos")
    void repositories(HttpServletRequest request, HttpServletResponse response, @PathVariable("id") String id) throws IOException {
        Reader.answer(request, response, "list_repositories", id, null);
    }

    @GetMapping("/v2/deployments")
    void deployments(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Reader.answer(request, response, "list_deployments", null, null);
    }

    @PatchMapping("/v2/deployments/{id}")
    void patch(
        HttpServletRequest request, HttpServletResponse response, @PathVariable("id") String id, @RequestBody Pojo.DeploymentPatch body
    ) throws IOException {
        Reader.answer(request, response, "patch_deployment", id, body);
    }
}
