"""The views of the upstream on Django REST framework."""

import json
from typing import Any

from django.urls import path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


def answer(operation: str, identity: str | None, request: Request, body: Any = None) -> Response:
    query = {name: request.query_params.get(name) for name in request.query_params}
    read = {"operation": operation, "id": identity, "query": query}
    return Response(body, headers={"X-Read": json.dumps(read)})


class Repositories(APIView):  # type: ignore[misc]
    """The repositories of an integration."""

    def get(self, request: Request, integration_id: str) -> Response:
        return answer("list_repositories", str(integration_id), request)


class Deployments(APIView):  # type: ignore[misc]
    """The list of deployments."""

    def get(self, request: Request) -> Response:
        return answer("list_deployments", None, request)


class Deployment(APIView):  # type: ignore[misc]
    """One deployment."""

    def patch(self, request: Request, deployment_id: str) -> Response:
        return answer("patch_deployment", str(deployment_id), request, request.data)


urlpatterns = [
    path("v1/integrations/forge/codehost/<uuid:integration_id>/repos", Repositories.as_view()),
    path("v2/deployments", Deployments.as_view()),
    path("v2/deployments/<uuid:deployment_id>", Deployment.as_view()),
]
