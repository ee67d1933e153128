"""The programs' own answers: problem details (RFC 9457) for requests that never got a verdict."""

from deploy_contract_serving import problems as served
from deploy_contract_serving.problems import Problem

UPGRADE = Problem(501, "upgrade", "Switching to another protocol is not supported.")
UNREACHABLE = Problem(502, "unreachable", "The service cannot be reached.")
UPSTREAM_TLS = Problem(502, "upstream-tls", "The service cannot be reached.")
BROKEN = Problem(502, "broken", "The service did not send a complete, valid HTTP response.")
LATE = Problem(504, "late", "The service did not respond in time.")
CONNECT_LATE = Problem(504, "connect-late", "The service did not accept the connection in time.")
BUSY = Problem(503, "busy", "Too many requests to the service are under way; try again.")
# problems of the decision server
MALFORMED_MESSAGE = Problem(
    500, "malformed-message", "The stream has a message of another protocol."
)
OUT_OF_ORDER = Problem(500, "out-of-order", "The messages of the stream are not in their order.")
BODY_MODE = Problem(
    500,
    "body-mode",
    "The gateway sends bodies in a mode other than BUFFERED or NONE, or is an Envoy before 1.34.",
)
TEXT_BODY = Problem(
    500,
    "text-body",
    "The gateway sends the body as text, which may alter it. Envoy must set pack_as_bytes: true.",
)
BODY_NOT_SENT = Problem(
    500,
    "body-not-sent",
    "The gateway does not send the body of this request. Envoy must have with_request_body.",
)
ORIGINAL_MISSING = Problem(
    500,
    "original-missing",
    "The gateway did not say which request it asks about; its settings do not fit --dialect.",
)
ORIGINAL_REPEATED = Problem(
    500,
    "original-repeated",
    "The gateway said more than once which request it asks about.",
)
ORIGINAL_MALFORMED = Problem(
    500,
    "original-malformed",
    "The gateway asks about a request without a valid method and path.",
)
METHOD = Problem(400, "method", "The method is too long, or has a character that is not accepted.")
PARTIAL_BODY = Problem(
    413,
    "partial-body",
    "The gateway sent a part of the body only, because the body is longer than its limit.",
)
UNJUDGED = Problem(
    500,
    "unjudged",
    "The response came before its request was judged. Envoy must send request trailers.",
)
NOT_SHOWN = Problem(
    400,
    "not-shown",
    "Envoy refused the request itself, or the client left, before Envoy showed the request.",
)
UPGRADE_HTTP = Problem(
    403,
    "upgrade-http",
    "Requests after an upgrade to another version of HTTP would not be judged.",
)
BODY_UNSEEN = Problem(
    403,
    "body-unseen",
    "The gateway does not show the body of this request, so the request cannot be allowed.",
)

REASONS = {  # word of the log and the metrics -> its problem
    problem.reason: problem
    for problem in [*vars(served).values(), *globals().values()]
    if isinstance(problem, Problem)
}
