import { Pool } from 'undici'

const CONNECTIONS = 128

export class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Sends GET without a body, POST with one, on kept-alive connections. Throws HttpError from status 300 on. */
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
      throw new HttpError(response.statusCode, `${path} returned ${response.statusCode}: ${text}`)
  }
}
