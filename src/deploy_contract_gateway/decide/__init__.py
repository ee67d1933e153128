"""The decision server: other gateways ask it before they forward a request.

- `dialects`: how each gateway names the request that it asks about.
- `answers`: 200 with the verdict, or problem details for the client.
- `judging`: the middleware in front of a question, also if the gateway keeps the body to itself.
- `runtime`, `settings`, `validation`: as for the gateway program.
- `processing`, `streams`, `messages`: Envoy's external processing over gRPC: the server, the
  conversation about one request as a connection of ASGI, and the messages.

The HTTP server is that of the gateway, since it refuses what two servers may read in different
ways. README.md compares it with other servers.
"""
