import { randomUUID } from 'node:crypto'
import { listMessages } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import type { FinalConversation } from '../checks/messages.ts'
import { attempt, type Run } from './call.ts'
import type { Person } from './people.ts'

/** Fetches and records the page that follows `after`; null if the call fails. */
export async function fetchPage(
  run: Pick<Run, 'url' | 'history'>,
  reader: Person,
  partner: Person,
  after: number,
): Promise<Message[] | null> {
  const { body, from, to } = await attempt(run, { op: 'page', key: randomUUID(), caller: reader }, listMessages, {
    params: { id: partner.id },
    query: { after, limit: MESSAGES_PAGE_MAX },
  })
  if (body) run.history.add({ type: 'page', reader: reader.id, partner: partner.id, from, to, after, messages: body })
  return body ?? null
}

/** Reads a whole conversation as both of its members. Throws if a page cannot be read. */
export async function readConversation(run: Run, [one, other]: [Person, Person]): Promise<FinalConversation> {
  return { members: [one.id, other.id], lists: [await readAll(run, one, other), await readAll(run, other, one)] }
}

async function readAll(run: Run, reader: Person, partner: Person): Promise<Message[]> {
  const messages: Message[] = []
  for (;;) {
    const page = await fetchPage(run, reader, partner, messages.at(-1)?.seq ?? 0)
    if (!page) throw new Error(`${reader.id} cannot read the messages with ${partner.id}`)
    messages.push(...page)
    if (page.length < MESSAGES_PAGE_MAX) return messages
  }
}
