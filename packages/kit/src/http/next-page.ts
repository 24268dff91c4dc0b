import type { Response } from 'express'

/** Links a response to the next page of a list: the path of the call with this query, without what is undefined. */
export function linkNextPage(res: Response, path: string, query: Record<string, string | number | undefined>): void {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  res.links({ next: `${path}?${new URLSearchParams(given)}` })
}
