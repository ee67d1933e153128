"""The contract in front of a Django project: `asgi` on uvicorn, and `wsgi` on gunicorn where the first argument says so."""

import sys

import store
from django.conf import settings
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, JsonResponse
from django.urls import path
from serve import start

from deploy_contract import Contract, asgi, wsgi

settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["127.0.0.1", "localhost"])


def repositories(_request: HttpRequest, integration_id: str) -> JsonResponse:
    return JsonResponse(store.repositories(integration_id), safe=False)


def deployments(request: HttpRequest) -> JsonResponse:
    return JsonResponse(
        store.deployments(int(request.GET.get("limit", 20)), int(request.GET.get("offset", 0)))
    )


def patch(request: HttpRequest, deployment_id: str) -> JsonResponse:
    document, status = store.patch(deployment_id, request.body)
    return JsonResponse(document, status=status)


urlpatterns = [
    path("v1/integrations/forge/codehost/<uuid:integration_id>/repos", repositories),
    path("v2/deployments", deployments),
    path("v2/deployments/<uuid:deployment_id>", patch),
]
contract = Contract()
over_asgi = asgi.ContractMiddleware(get_asgi_application(), contract)
over_wsgi = wsgi.ContractMiddleware(get_wsgi_application(), contract)

if __name__ == "__main__":
    if sys.argv[1:2] == ["wsgi"]:
        del sys.argv[1]
        start("gunicorn", "django_project:over_wsgi")
    start("uvicorn", "django_project:over_asgi")
