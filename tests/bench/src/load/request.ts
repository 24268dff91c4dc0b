import { Pool } from 'undici'
import { Refusal } from './chat-server.ts'

const CONNECTIONS = 128

/**
 * Sends a GET without a body, or a POST with one, on kept-alive connections. Throws a Refusal for status 300 and above.
 */
export type SendRequest = (path: string, headers: Record<string, string>, body?: unknown) => Promise<void>

export function createRequest(url: string): SendRequest {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 })
  return async function request(path, headers, body) {
    const response = await pool.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.body.text()
    if (response.statusCode >= 300)
      throw new Refusal(response.statusCode, `${path} returned ${response.statusCode}: ${text}`)
  }
}
