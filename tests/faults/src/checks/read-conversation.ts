import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import type { Run } from '../load/call.ts'
import { fetchPage } from '../load/chats.ts'
import type { Person } from '../load/people.ts'
import type { FinalConversation } from './messages.ts'

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
