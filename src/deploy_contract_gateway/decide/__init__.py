"""The decision server: other gateways ask it before they forward a request.

- `program`, `settings`: the options of the program.
- `dialects`: how each gateway names the request that it asks about.
- `judging`: the verdict on a request, with its body or without.
- `runtime`: the application that answers questions.
- `grpc_server`, `messages`: questions over gRPC.
- `streams`: Envoy's external processing over gRPC. Each stream is a connection of ASGI.

The HTTP server is the server of the gateway, because that server refuses requests that two servers
may read in different ways.
"""
