import { listMessages } from '@zing/proto/http/chat'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import type { User } from '../../shared/fixture.ts'
import { call } from './call.ts'

/** Returns all messages with a seq above `afterSeq`, oldest first. */
export async function messagesAfter(reader: User, partner: User, afterSeq: number): Promise<Message[]> {
  const found: Message[] = []
  let after = afterSeq
  for (;;) {
    const query = `after=${after}&limit=${MESSAGES_PAGE_MAX}`
    const { body } = await call(reader.cookie, listMessages, { params: { id: partner.id }, query })
    found.push(...body)
    if (body.length < MESSAGES_PAGE_MAX) return found
    after = body.at(-1)?.seq ?? after
  }
}

export async function contentsOf(reader: User, partner: User): Promise<string[]> {
  return (await messagesAfter(reader, partner, 0)).map(({ content }) => content)
}
