"""The path of a request as its client encoded it, from the decoded path that a server gives."""

from urllib.parse import quote, unquote_to_bytes

# characters that a path may hold unencoded (RFC 3986, section 3.3); `;` is for the router to see
_UNENCODED = "/:@!$&'()*+,=~-._;"


def encoded_path(path: str, raw: bytes | str | None) -> str:
    """Return the percent-encoded path of a request.

    Middleware may change the decoded path and leave the raw one, and the application is routed by
    the decoded one. So `raw` counts only if it decodes to `path` in one of the ways of servers.

    Args:
        path: the decoded path, as ASGI and WSGI give it.
        raw: the path as the client wrote it, maybe with the query, if the server gives it.
    """
    written = raw or ""
    if isinstance(written, bytes):
        written = written.decode("latin-1")
    if "%" in written:
        written = written.partition("?")[0]
        data = unquote_to_bytes(written)
        if data.decode("utf-8", "surrogateescape") == path or path in _lossy_texts(data):
            return written
    if "%" in path or not path.isascii():
        return quote(path, safe=_UNENCODED, errors="surrogateescape")
    return path


def _lossy_texts(data: bytes) -> tuple[str, ...]:
    """Return the texts that servers make of bytes that are not UTF-8."""
    return data.decode("utf-8", "replace"), data.decode("utf-8", "ignore"), data.decode("latin-1")


def strip_mount(path: str, mount: str, base_path: str) -> str:
    """Return an encoded path without the prefix under which the application is mounted.

    Frameworks mount applications by decoded segments, so decoded segments are compared.

    Args:
        path: the encoded path.
        mount: the decoded prefix, such as ASGI's `root_path`.
        base_path: the prefix of the contract. If only the whole path begins with it, the whole
            path is returned.
    """
    inside = _after(path, mount.rstrip("/")) or path
    if base_path and _after(inside, base_path) is None and _after(path, base_path) is not None:
        return path
    return inside


def _after(path: str, prefix: str) -> str | None:
    """Return the rest of an encoded path after a decoded prefix; None without that prefix."""
    parts, depth = path.split("/"), prefix.count("/") + 1
    if unquote_to_bytes("/".join(parts[:depth])) != prefix.encode("utf-8", "surrogateescape"):
        return None
    return "/" + "/".join(parts[depth:])
