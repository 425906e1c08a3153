-- Sends the requests of a file one after the other and tells what came of them as one line of JSON.
-- wrk -s requests.lua URL -- FILE; requests in FILE are whole and separated by NUL.
local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for text in file:read('*a'):gmatch('[^%z]+') do requests[#requests + 1] = text end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format('RESULT {"micros":%d,"requests":%d,"refused":%d,"broken":%d,"p50Micros":%d,"p99Micros":%d}',
    summary.duration, summary.requests, errors.status, errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
