import { randomUUID } from 'node:crypto'
import { listUsers } from '@zing/proto/http/social'
import type { PublicProfile } from '@zing/proto/users'
import { attempt, type Caller, type Run } from './call.ts'

/** Reads all pages of the feed as a user; null if a call fails. */
export async function readFeed(run: Pick<Run, 'url' | 'history'>, caller: Caller): Promise<PublicProfile[] | null> {
  const profiles: PublicProfile[] = []
  let cursor: string | undefined
  do {
    const operation = { op: 'feed', key: randomUUID(), caller }
    const { body, headers } = await attempt(run, operation, listUsers, cursor ? { query: { cursor } } : {})
    if (!body) return null
    profiles.push(...body)
    cursor = nextCursor(headers?.get('link') ?? null)
  } while (cursor)
  return profiles
}

function nextCursor(link: string | null): string | undefined {
  const [, url = ''] = /<([^>]+)>; rel="next"/.exec(link ?? '') ?? []
  return new URLSearchParams(url.split('?')[1]).get('cursor') ?? undefined
}
