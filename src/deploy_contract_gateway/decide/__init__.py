"""The decision server: other gateways ask it before they forward a request.

- `program`, `settings`: the options of the program.
- `dialects`: how each gateway names the request that it asks about.
- `judging`: the middleware in front of a question, also if the gateway keeps the body to itself.
- `runtime`: as for the gateway program; and the answers.
- `streams`, `messages`: Envoy's external processing over gRPC: each conversation about a request
  is a connection of ASGI.

The HTTP server is that of the gateway, since it refuses what two servers may read in different
ways. decide.md has its speed.
"""
