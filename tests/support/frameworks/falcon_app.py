"""The contract in a Falcon application, through openapi-core's adapters, on gunicorn."""

import json
from typing import Any

import falcon
import store
from falcon.media import BaseHandler, Handlers
from falcon.typing import ReadableIO
from openapi_core.contrib.falcon import FalconOpenAPIRequest, FalconOpenAPIResponse
from serve import start

from deploy_contract import Contract
from deploy_contract.answers import Answer, problem
from deploy_contract.knowledge import LearnedDeployments

contract, learned = Contract(), LearnedDeployments()


def ask(
    req: falcon.Request, _resp: falcon.Response, _resource: object, params: dict[str, Any]
) -> None:
    known = learned.find(params.get("deployment_id", ""))
    req.context.asked = asked = contract.check_request(FalconOpenAPIRequest(req), deployment=known)
    if not asked.ok:
        raise answered(problem(asked, asked.status))


def tell(req: falcon.Request, resp: falcon.Response, _resource: object) -> None:
    report = contract.check_response(FalconOpenAPIResponse(resp), req.context.asked)
    learned.learn(report)
    if not report.ok:
        raise answered(problem(report, 502))


def answered(answer: Answer) -> falcon.HTTPStatus:
    return falcon.HTTPStatus(answer.status, dict(answer.headers), answer.body.decode())


@falcon.before(ask)
@falcon.after(tell)
class Repositories:
    def on_get(self, _req: falcon.Request, resp: falcon.Response, integration_id: str) -> None:
        resp.text = json.dumps(store.repositories(integration_id))


@falcon.before(ask)
@falcon.after(tell)
class Deployments:
    def on_get(self, req: falcon.Request, resp: falcon.Response) -> None:
        limit = req.get_param_as_int("limit", default=20)
        offset = req.get_param_as_int("offset", default=0)
        resp.text = json.dumps(store.deployments(limit, offset))


@falcon.before(ask)
@falcon.after(tell)
class Deployment:
    def on_patch(self, req: falcon.Request, resp: falcon.Response, deployment_id: str) -> None:
        document, resp.status = store.patch(deployment_id, req.media)
        resp.text = json.dumps(document)


class AsItCame(BaseHandler):
    """A handler that gives a body in bytes, of any media type: one that was read and written again is not the one to be judged."""

    def deserialize(self, stream: ReadableIO, _type: str | None, length: int | None) -> bytes:
        most = contract.limits.request_body + 1
        body = stream.read(most)
        if len(body) < min(length or 0, most):
            raise falcon.HTTPBadRequest(title="the body ends before its Content-Length")
        return body

    def serialize(self, media: object, content_type: str | None = None) -> bytes:  # noqa: ARG002 - it is called by this name
        assert isinstance(media, bytes)
        return media


app = falcon.App()
app.req_options.media_handlers = Handlers({"*/*": AsItCame()})
# not JSON, where nothing says so (RFC 9110, section 8.3)
app.req_options.default_media_type = "application/octet-stream"
app.add_route("/v1/integrations/forge/codehost/{integration_id}/repos", Repositories())
app.add_route("/v2/deployments", Deployments())
app.add_route("/v2/deployments/{deployment_id}", Deployment())

if __name__ == "__main__":
    start("gunicorn", "falcon_app:app")
