import { randomUUID } from 'node:crypto'
import { listMessages } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_MAX, MESSAGES_PAGE_SIZE } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import type { FinalConversation } from '../../checks/messages/messages.ts'
import { attempt, type Run } from '../call.ts'
import type { TestUser } from '../test-users.ts'

/** Fetches and records the page after the seq `after`; null if the call fails. */
export function fetchPage(
  run: Pick<Run, 'url' | 'history'>,
  reader: TestUser,
  partner: TestUser,
  after: number,
): Promise<Message[] | null> {
  return fetchAndRecord(run, { op: 'page', reader, partner, query: { after, limit: MESSAGES_PAGE_MAX } })
}

/** Fetches and records the newest page; null if the call fails. */
export function fetchNewestPage(
  run: Pick<Run, 'url' | 'history'>,
  reader: TestUser,
  partner: TestUser,
): Promise<Message[] | null> {
  return fetchAndRecord(run, { op: 'newest page', reader, partner, query: {} })
}

async function fetchAndRecord(
  run: Pick<Run, 'url' | 'history'>,
  {
    op,
    reader,
    partner,
    query,
  }: { op: string; reader: TestUser; partner: TestUser; query: { after?: number; limit?: number } },
): Promise<Message[] | null> {
  const input = { params: { id: partner.id }, query: { ...query } }
  const { body, from, to } = await attempt(run, { op, key: randomUUID(), caller: reader }, listMessages, input)
  if (!body) return null
  const { after, limit = MESSAGES_PAGE_SIZE } = query
  const page = { after: after ?? (body[0]?.seq ?? 1) - 1, limit, isNewest: after === undefined, messages: body }
  run.history.add({ type: 'page', reader: reader.id, partner: partner.id, from, to, ...page })
  return body
}

/** Reads a whole conversation as both members. Throws if a page cannot be read. */
export async function readConversation(run: Run, [one, other]: [TestUser, TestUser]): Promise<FinalConversation> {
  return { members: [one.id, other.id], lists: [await readAll(run, one, other), await readAll(run, other, one)] }
}

async function readAll(run: Run, reader: TestUser, partner: TestUser): Promise<Message[]> {
  const messages: Message[] = []
  for (;;) {
    const page = await fetchPage(run, reader, partner, messages.at(-1)?.seq ?? 0)
    if (!page) throw new Error(`${reader.id} cannot read the messages with ${partner.id}`)
    messages.push(...page)
    if (page.length < MESSAGES_PAGE_MAX) return messages
  }
}
