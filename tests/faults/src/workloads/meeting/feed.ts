import { randomUUID } from 'node:crypto'
import { listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_MAX } from '@zing/proto/limits'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { attempt, type Caller, type Run } from '../call.ts'

export type Scope = 'all' | 'discover' | 'liked'

/** Reads all pages of the feed as a user; null if a call fails. */
export async function readFeed(
  run: Pick<Run, 'url' | 'history' | 'isSpread'>,
  caller: Caller,
  scope: Scope = 'all',
): Promise<PublicProfile[] | null> {
  const profiles: PublicProfile[] = []
  let cursor: string | null = null
  do {
    const query: { [name: string]: string | number } = { scope, limit: FEED_PAGE_MAX, ...(cursor && { cursor }) }
    const page = await attempt(run, { op: 'feed', key: randomUUID(), caller }, listUsers, { query })
    if (!page.body) return null
    profiles.push(...page.body)
    cursor = page.next
  } while (cursor)
  return profiles
}
