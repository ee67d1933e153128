"""The TLS context for upstream."""

import ssl

from deploy_contract import ContractError
from deploy_contract.files.bounded import read
from deploy_contract_gateway.settings import Settings

_MAX_CERTIFICATES = 8 << 20  # bytes of the file


def tls_context(settings: Settings) -> ssl.SSLContext:
    """Return the TLS context for upstream, which trusts `ca_file` or else the system's authorities.

    Raises:
        ContractError: the file cannot be read, or holds no certificates.
    """
    if settings.ca_file is None:
        return ssl.create_default_context()
    content = read(settings.ca_file, _MAX_CERTIFICATES, "ca_file")
    text = content.decode("ascii", "backslashreplace")  # comments may have any encoding
    try:
        return ssl.create_default_context(cadata=text)
    except (ValueError, ssl.SSLError):
        raise ContractError(
            "ca_file cannot be read as certificates in PEM; check the path"
        ) from None
