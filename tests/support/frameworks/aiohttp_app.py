"""The contract in an aiohttp application, through openapi-core's adapters. A port may be given as the first argument."""

import sys
from collections.abc import Awaitable, Callable

import store
from aiohttp import web
from openapi_core.contrib.aiohttp import AIOHTTPOpenAPIWebRequest, AIOHTTPOpenAPIWebResponse

from deploy_contract import Contract
from deploy_contract.answers import Answer, problem
from deploy_contract.knowledge import LearnedDeployments

Handler = Callable[[web.Request], Awaitable[web.Response]]
contract, learned = Contract(), LearnedDeployments()


def judged(handler: Handler) -> Handler:
    async def judge(request: web.Request) -> web.Response:
        known = learned.find(request.match_info.get("deployment_id", ""))
        adapted = AIOHTTPOpenAPIWebRequest(request, body=await request.read())
        asked = contract.check_request(adapted, deployment=known)
        if not asked.ok:
            return answered(problem(asked, asked.status))
        response = await handler(request)
        report = contract.check_response(AIOHTTPOpenAPIWebResponse(response), asked)
        learned.learn(report)
        return response if report.ok else answered(problem(report, 502))

    return judge


def answered(answer: Answer) -> web.Response:
    return web.Response(status=answer.status, headers=dict(answer.headers), body=answer.body)


@judged
async def repositories(request: web.Request) -> web.Response:
    return web.json_response(store.repositories(request.match_info["integration_id"]))


@judged
async def deployments(request: web.Request) -> web.Response:
    return web.json_response(
        store.deployments(int(request.query.get("limit", 20)), int(request.query.get("offset", 0)))
    )


@judged
async def patch(request: web.Request) -> web.Response:
    document, status = store.patch(request.match_info["deployment_id"], await request.read())
    return web.json_response(document, status=status)


# aiohttp must not decompress bodies itself: it leaves Content-Encoding as it was. Its own limit comes after the contract's.
app = web.Application(
    client_max_size=2 * contract.limits.request_body, handler_args={"auto_decompress": False}
)
app.router.add_get("/v1/integrations/forge/codehost/{integration_id}/repos", repositories)
app.router.add_get("/v2/deployments", deployments)
app.router.add_patch("/v2/deployments/{deployment_id}", patch)

if __name__ == "__main__":
    web.run_app(app, host="127.0.0.1", port=int(sys.argv[1]) if sys.argv[1:] else 8000)
