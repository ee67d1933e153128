"""The routes of the upstream on the DefaultRouter of Django REST framework, which takes format suffixes."""

from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.routers import DefaultRouter
from rest_framework.viewsets import ViewSet

from tests.support.readers.drf_views import answer


class Integrations(ViewSet):  # type: ignore[misc]
    """The integrations."""

    @action(detail=True)  # type: ignore[untyped-decorator]
    def repos(self, request: Request, pk: str, format: str | None = None) -> Response:  # noqa: A002, ARG002
        return answer("list_repositories", pk, request)


class Deployments(ViewSet):  # type: ignore[misc]
    """The deployments."""

    def list(self, request: Request, format: str | None = None) -> Response:  # noqa: A002, ARG002
        return answer("list_deployments", None, request)

    def partial_update(self, request: Request, pk: str, format: str | None = None) -> Response:  # noqa: A002, ARG002
        return answer("patch_deployment", pk, request, request.data)


router = DefaultRouter(trailing_slash=False)
router.register("v1/integrations/forge/codehost", Integrations, "integration")
router.register("v2/deployments", Deployments, "deployment")
urlpatterns = router.urls
