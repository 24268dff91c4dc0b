import { get } from 'node:http'

/** True if the URL responds with a 2xx status in time. Repeated checks share a connection, which `fetch` does for read bodies only. */
export function isOk(url: string, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { signal: AbortSignal.timeout(withinMs) }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.once('close', () => resolve(response.complete && statusCode >= 200 && statusCode < 300))
    })
    request.once('error', () => resolve(false))
  })
}
