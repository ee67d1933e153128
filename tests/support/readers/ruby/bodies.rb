# Reads bodies, "KIND BASE64" a line, by JSON.parse, and writes the text of each or "!".
require "base64"
require "json"

$stdout.sync = true
while (line = $stdin.gets)
  text =
    begin
      JSON.generate(JSON.parse(Base64.decode64(line.split[1].to_s).force_encoding("UTF-8")))
    rescue JSON::JSONError, EncodingError
      "!"
    end
  puts text
end
