"""The decision server: other gateways ask it before they forward a request.

- `dialects`: how each gateway names the request that it asks about.
- `answers`: 200 with the verdict, or problem details for the client.
- `body_not_shown`: the judgement of requests whose body the gateway keeps.
- `runtime`, `settings`, `validation`: as for the gateway program.
- `processing`, `streams`, `order`, `messages`: Envoy's external processing over gRPC: the server,
  the conversation about one request, the order of its messages, and the messages.

The HTTP server is that of the gateway, since it refuses what two servers may read in different
ways. README.md compares it with other servers.
"""
