import type { ServerResponse } from 'node:http'

const refused = new WeakSet<ServerResponse>()

/** Marks a response as refused by an overload: one log line counts many of them. */
export function setRefused(res: ServerResponse): void {
  refused.add(res)
}

export function isRefused(res: ServerResponse): boolean {
  return refused.has(res)
}
