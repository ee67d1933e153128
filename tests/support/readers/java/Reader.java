// Readers of Java: `Reader serve PORT` is a servlet in Tomcat, `Reader bodies SHAPES` reads bodies with Jackson.

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

public final class Reader {
    private static final ObjectMapper EXACT = mapper(false);
    private static final ObjectMapper ANY_CASE = mapper(true);

    private static ObjectMapper mapper(boolean anyCase) {
        return JsonMapper.builder()
            .configure(MapperFeature.ACCEPT_CASE_INSENSITIVE_PROPERTIES, anyCase)
            .configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .defaultPropertyInclusion(JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .build();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("serve")) {
            serve(Integer.parseInt(arguments[1]));
        } else {
            bodies(EXACT.readTree(new File(arguments[1])));
        }
    }

    private interface Reading {
        Object read() throws IOException;
    }

    private static String text(Reading reading) {
        try {
            return EXACT.writeValueAsString(reading.read());
        } catch (IOException refused) {
            return "!";
        }
    }

    private static void bodies(JsonNode shapes) throws IOException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            int space = line.indexOf(' ');
            String kind = line.substring(0, space);
            byte[] body = Base64.getDecoder().decode(line.substring(space + 1));
            TypeReference<?> type = Pojo.KINDS.get(kind);
            System.out.println(String.join("\t",
                text(() -> EXACT.readValue(body, type)),
                text(() -> ANY_CASE.readValue(body, type)),
                text(() -> EXACT.readValue(body, Object.class)),
                text(() -> ignoringCase(EXACT.readTree(body), shapes.get(kind)))));
        }
    }

    /** Finds the declared members by String.equalsIgnoreCase, the last of several. */
    private static JsonNode ignoringCase(JsonNode value, JsonNode shape) {
        String type = shape.path("type").asText();
        if (type.equals("array") && value.isArray()) {
            var items = EXACT.createArrayNode();
            value.forEach(item -> items.add(ignoringCase(item, shape.get("item"))));
            return items;
        }
        if (!type.equals("object") || !value.isObject()) {
            return value;
        }
        ObjectNode found = EXACT.createObjectNode();
        value.fields().forEachRemaining(member -> {
            for (JsonNode name : shape.get("names")) {
                if (name.asText().equalsIgnoreCase(member.getKey())) {
                    found.set(name.asText(), ignoringCase(member.getValue(), shape.get("fields").get(name.asText())));
                }
            }
        });
        return found;
    }

    private static void serve(int port) throws LifecycleException {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(System.getProperty("java.io.tmpdir"));
        tomcat.setHostname("127.0.0.1");
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "api", new Api());
        context.addServletMappingDecoded("/v1/integrations/forge/codehost/*", "api");
        context.addServletMappingDecoded("/v2/deployments/*", "api");
        tomcat.start();
        tomcat.getServer().await();
    }

    /** Tells what an upstream has read of a request. */
    static void answer(
        HttpServletRequest request, HttpServletResponse response, String operation, String id, Object body
    ) throws IOException {
        Map<String, String> query = new LinkedHashMap<>();
        for (String name : request.getParameterMap().keySet()) {
            query.put(name, request.getParameter(name));
        }
        Map<String, Object> read = new LinkedHashMap<>();
        read.put("operation", operation);
        read.put("id", id);
        read.put("query", query);
        response.setHeader("X-Read", EXACT.writeValueAsString(read));
        response.setContentType("application/json");
        response.getOutputStream().print(EXACT.writeValueAsString(body));
    }

    private static final class Api extends HttpServlet {
        @Override
        protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
            boolean reads = request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
            String rest = request.getPathInfo();
            if (request.getServletPath().startsWith("/v1")) {
                if (reads && rest != null && rest.matches("/[^/]+/repos")) {
                    answer(request, response, "list_repositories", rest.split("/")[1], null);
                } else {
                    response.sendError(404);
                }
            } else if (reads && rest == null) {
                answer(request, response, "list_deployments", null, null);
            } else if (request.getMethod().equals("PATCH") && rest != null && rest.matches("/[^/]+")) {
                try {
                    Object body = ANY_CASE.readValue(request.getInputStream(), Pojo.KINDS.get("DeploymentPatch"));
                    answer(request, response, "patch_deployment", rest.substring(1), body);
                } catch (JsonProcessingException refused) {
                    response.sendError(400);
                }
            } else {
                response.sendError(404);
            }
        }
    }
}
