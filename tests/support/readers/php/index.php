<?php // An upstream in plain PHP: php -S 127.0.0.1:PORT index.php

$path = rawurldecode(parse_url($_SERVER["REQUEST_URI"], PHP_URL_PATH));
$get = in_array($_SERVER["REQUEST_METHOD"], ["GET", "HEAD"]);
$patch = $_SERVER["REQUEST_METHOD"] === "PATCH";
$body = null;
if ($get && $path === "/v2/deployments") {
    $read = ["operation" => "list_deployments", "id" => null];
} elseif ($get && preg_match("#^/v1/integrations/forge/codehost/([^/]+)/repos$#D", $path, $found)) {
    $read = ["operation" => "list_repositories", "id" => $found[1]];
} elseif ($patch && preg_match("#^/v2/deployments/([^/]+)$#D", $path, $found)) {
    $read = ["operation" => "patch_deployment", "id" => $found[1]];
    try {
        $body = json_decode(file_get_contents("php://input"), false, 512, JSON_THROW_ON_ERROR);
    } catch (JsonException) {
        http_response_code(400);
        return;
    }
} else {
    http_response_code(404);
    return;
}
header("X-Read: " . json_encode($read + ["query" => (object) $_GET], JSON_INVALID_UTF8_SUBSTITUTE));
header("Content-Type: application/json");
echo json_encode($body);
