import { Agent, get } from 'node:http'

/** Keeps connections longer than the 5 s of Node's agent, because two checks are 5 s apart. */
const agent = new Agent({ keepAlive: true, timeout: 30_000 })

/**
 * True if the URL responds with a 2xx status in time. Repeated checks share a connection, which `fetch` does for read
 * bodies only.
 */
export function isOk(url: string, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    function end(isResponseOk: boolean): void {
      clearTimeout(timer) // AbortSignal.timeout would wake an idle process after each response
      resolve(isResponseOk)
    }

    const request = get(url, { agent }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.once('close', () => end(response.complete && statusCode >= 200 && statusCode < 300))
    })
    request.once('error', () => end(false))
    const timer = setTimeout(() => request.destroy(new Error(`no response within ${withinMs} ms`)), withinMs)
  })
}
