<?php // An upstream on Symfony's HttpFoundation, as Laravel sets it up: php -S 127.0.0.1:PORT symfony.php

require_once "Symfony/Component/HttpFoundation/autoload.php";

use Symfony\Component\HttpFoundation\JsonResponse;
use Symfony\Component\HttpFoundation\Request;

Request::enableHttpMethodParameterOverride();
$request = Request::createFromGlobals();
$path = rawurldecode($request->getPathInfo());
$get = $request->isMethod("GET") || $request->isMethod("HEAD");
$body = null;
if ($get && $path === "/v2/deployments") {
    $read = ["operation" => "list_deployments", "id" => null];
} elseif ($get && preg_match("#^/v1/integrations/forge/codehost/([^/]+)/repos$#D", $path, $found)) {
    $read = ["operation" => "list_repositories", "id" => $found[1]];
} elseif ($request->isMethod("PATCH") && preg_match("#^/v2/deployments/([^/]+)$#D", $path, $found)) {
    $read = ["operation" => "patch_deployment", "id" => $found[1]];
    // as Laravel's input(): JSON by its type, else the form, and what neither has from the query
    $json = preg_match("#/json|\\+json#i", $request->headers->get("Content-Type", ""));
    $body = $json ? json_decode($request->getContent()) : (object) $request->request->all();
    $body = is_object($body) ? (object) ((array) $body + $request->query->all()) : $body;
} else {
    (new JsonResponse(null, 404))->send();
    return;
}
$answer = new JsonResponse($body);
$answer->headers->set("X-Read", json_encode($read + ["query" => (object) $request->query->all()], JSON_INVALID_UTF8_SUBSTITUTE));
$answer->send();
