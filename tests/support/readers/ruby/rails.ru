# An upstream on the router and controllers of Rails: puma --bind tcp://127.0.0.1:PORT rails.ru
require "logger"
require "action_controller"

# The three operations. As in most services, what an action reads is `params`: path, body and query together.
class DeploymentsController < ActionController::API
  def index
    answer("list_deployments", nil, request.query_parameters.merge(request.request_parameters))
  end

  def update
    answer("patch_deployment", params.to_unsafe_h.except(*request.path_parameters.keys))
  end

  def repositories
    answer("list_repositories")
  end

  private

  def answer(operation, body = nil, query = request.query_parameters)
    read = {operation: operation, id: params[:id], query: query}
    response.headers["X-Read"] = ::JSON.generate(read, ascii_only: true)
    render json: ::JSON.generate(body)
  end
end

routes = ActionDispatch::Routing::RouteSet.new
routes.draw do
  get "/v1/integrations/forge/codehost/:id/repos", to: "deployments#repositories"
  get "/v2/deployments", to: "deployments#index"
  patch "/v2/deployments/:id", to: "deployments#update"
end

use ActionDispatch::ShowExceptions, ActionDispatch::PublicExceptions.new("/nowhere")
use Rack::MethodOverride
use Rack::Head
run routes
