// Makes calls at a low, constant rate until SIGTERM. Then prints the durations of refused calls, in ms, as JSON. See
// observe-refusals.ts.
import http from 'node:http'
import { getUnread } from '@zing/proto/http/chat'

const EVERY_MS = 50
const CALL_MS = 15_000

const { OBSERVED_URL = '', OBSERVER_COOKIE = '' } = process.env
const agent = new http.Agent({ keepAlive: true })
const refusedMs: number[] = []

function call(): void {
  const startedAt = performance.now()
  const request = http.request(
    new URL(getUnread.path, OBSERVED_URL),
    { agent, headers: { Cookie: OBSERVER_COOKIE }, timeout: CALL_MS },
    (response) => {
      response.resume()
      response.once('end', () => {
        if (response.statusCode === 503 || response.statusCode === 429) refusedMs.push(performance.now() - startedAt)
      })
    },
  )
  request.once('timeout', () => request.destroy())
  request.once('error', () => {}) // k6 counts failures
  request.end()
}

const calls = setInterval(call, EVERY_MS)
process.once('SIGTERM', () => {
  clearInterval(calls)
  process.stdout.write(`${JSON.stringify(refusedMs)}\n`, () => process.exit())
})
