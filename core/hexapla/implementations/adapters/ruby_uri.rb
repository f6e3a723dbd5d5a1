# A parser of Ruby's URI, asked in JSON Lines. Run it with: ruby ruby_uri.rb RFC2396_Parser
# For the gem addressable, run it with: ruby ruby_uri.rb Addressable
require "json"
require "uri"

NAMES = %i[scheme userinfo host port path query fragment].freeze

def answer(parser, question)
  if question.key?("parse")
    uri = parser.parse(question["parse"])
    NAMES.to_h { |name| [name, uri.public_send(name)] }
  else
    { uri: parser.join(question["base"], question["reference"]).to_s }
  end
end

def named(name)
  return [URI.const_get(name).new, URI::VERSION] unless name == "Addressable"

  begin
    require "addressable/uri"
  rescue LoadError
    abort "addressable isn't installed"
  end
  [Addressable::URI, Addressable::VERSION::STRING]
end

parser, version = named(ARGV.fetch(0))
$stdout.sync = true
puts "#{version} (Ruby #{RUBY_VERSION})" if ARGV[1]
$stdin.each_line do |line|
  question = JSON.parse(line)
  id = question["id"]
  puts JSON.generate({ id: id, **answer(parser, question) }, ascii_only: true)
rescue StandardError => error
  puts JSON.generate({ id: id, error: error.message.scrub }.compact, ascii_only: true)
end
