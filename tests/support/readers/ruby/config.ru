# An upstream on Rack: puma --bind tcp://127.0.0.1:PORT config.ru
require "json"
require "rack"

def answer(operation, id, query, body)
  read = JSON.generate({operation: operation, id: id, query: query}, ascii_only: true)
  [200, {"Content-Type" => "application/json", "X-Read" => read}, [JSON.generate(body)]]
end

# The body over the query, as Rails gives them to an action together.
def body_of(request)
  return request.params unless request.media_type == "application/json"

  body = JSON.parse(request.body.read)
  body.is_a?(Hash) ? request.GET.merge(body) : body
end

upstream = lambda do |environment|
  request = Rack::Request.new(environment)
  reads = request.get? || request.head?
  case Rack::Utils.unescape_path(request.path_info)
  when "/v2/deployments"
    return answer("list_deployments", nil, request.params, nil) if reads
  when %r{\A/v1/integrations/forge/codehost/([^/]+)/repos\z}
    return answer("list_repositories", $1, request.GET, nil) if reads
  when %r{\A/v2/deployments/([^/]+)\z}
    return answer("patch_deployment", $1, request.GET, body_of(request)) if request.patch?
  end
  [404, {}, []]
rescue JSON::JSONError, EncodingError, Rack::QueryParser::InvalidParameterError, Rack::QueryParser::ParameterTypeError
  [400, {}, []]
end

use Rack::MethodOverride
use Rack::Head
run upstream
