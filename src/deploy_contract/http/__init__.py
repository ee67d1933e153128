"""Requests and responses: route, parameters, headers, body, and the exchange of both.

Where the rules of the shape `http` are enforced:

    path-ambiguous, operation-unknown,     routing; path_readings finds other readings
    method-unknown
    parameter-*, query-size                parameters; parameter_names finds confusable names
    method-override                        headers (header), forms (query, body)
    content-type, content-charset,         bodies
    content-encoding, content-decoding,
    content-unread
    body-missing, body-unexpected          bodies, checking
    body-incomplete, body-timeout,         the middleware, which carries the body
    buffer-full, response-incomplete
"""
