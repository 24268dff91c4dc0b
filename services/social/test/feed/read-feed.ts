import { listUsers } from '@zing/proto/http/social'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { expect } from 'vitest'
import type { TestUser } from '../setup-social.ts'

/** The query of the next page, from the Link header; null on the last page. */
export function nextOf(headers: Headers): Record<string, string> | null {
  const [, url, rel] = /^<([^>]+)>; rel="(\w+)"$/.exec(headers.get('link') ?? '') ?? []
  if (!url) return null
  const { pathname, searchParams } = new URL(url, 'http://gateway')
  expect([pathname, rel]).toEqual(['/api/users', 'next'])
  return Object.fromEntries(searchParams)
}

/** Reads all pages in sequence; `afterPage` runs after each. */
export async function readAll(
  viewer: TestUser,
  query: Record<string, string | number>,
  afterPage = async () => {},
): Promise<PublicProfile[][]> {
  const pages: PublicProfile[][] = []
  for (let next: Record<string, string | number> | null = query; next; ) {
    const { status, body, headers } = await viewer.call(listUsers, { query: next })
    expect(status).toBe(200)
    pages.push(body)
    next = nextOf(headers)
    await afterPage()
  }
  return pages
}

/** The ids in a list of the viewer, in its order. */
export async function idsIn(viewer: TestUser, scope: 'all' | 'discover' | 'liked', limit = 50): Promise<number[]> {
  return (await readAll(viewer, { scope, limit })).flat().map(({ id }) => id)
}
