-- Requests the paths in a file in random order, and prints the measurements as one line of JSON.
local paths, head = {}, ""

function init()
  for path in io.lines(os.getenv("BENCH_PATHS")) do paths[#paths + 1] = path end
  math.randomseed(os.time())
  head = " HTTP/1.1\r\nHost: " .. wrk.host .. ":" .. wrk.port .. "\r\n" .. os.getenv("BENCH_HEADERS") .. "\r\n"
end

function request()
  return "GET " .. paths[math.random(#paths)] .. head
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d}',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
