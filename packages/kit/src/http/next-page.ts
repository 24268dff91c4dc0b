import type { Response } from 'express'

/** Links a response to the next page of a list: the call's path with this query, without undefined values. */
export function linkNextPage(res: Response, path: string, query: Record<string, string | number | undefined>): void {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  res.links({ next: `${path}?${new URLSearchParams(given)}` })
}
