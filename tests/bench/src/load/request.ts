import { Pool } from 'undici'

const CONNECTIONS = 128

export class Refused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** One call on a kept-alive connection: GET without a body, POST with one. Throws Refused unless the answer is good. */
export type Ask = (path: string, headers: Record<string, string>, body?: unknown) => Promise<void>

export function createAsk(url: string, connections = CONNECTIONS): Ask {
  const pool = new Pool(url, { connections, pipelining: 1 })
  return async function ask(path, headers, body) {
    const answer = await pool.request({
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.body.text()
    if (answer.statusCode >= 300) throw new Refused(answer.statusCode, `${path} answered ${answer.statusCode}: ${text}`)
  }
}
