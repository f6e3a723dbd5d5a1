# Times Ruby's URI on pairs from standard input: base, tab, reference. See speed.py.
require "uri"

rounds = ARGV.fetch(0).to_i
pairs = $stdin.each_line(chomp: true).map { |line| line.split("\t", 2) }
work = {
  "parse" => ->(_base, reference) { URI.parse(reference) },
  "resolve" => ->(base, reference) { URI.join(base, reference).to_s },
}
clock = -> { Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) }
rounds.times do
  work.each do |task, run|
    refused = 0
    start = clock.call
    pairs.each do |base, reference|
      run.call(base, reference)
    rescue StandardError # besides its own errors, NoMethodError for what leads out of an ftp base
      refused += 1
    end
    puts [task, clock.call - start, refused].join("\t")
  end
end
