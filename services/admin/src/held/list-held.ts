import { request } from '@zing/kit/nats/rpc'
import { HELD_SENDERS_PAGE_MAX } from '@zing/proto/limits'
import type { HeldSender } from '@zing/proto/moderation/held-messages'
import { getHeldMessages, getHeldSenders, type StoredHeldMessage } from '@zing/proto/nats/rpc/chat'
import { auditHeldViews } from '../audit/audit-view.ts'
import { decodeCursor, encodeCursor } from '../cases/page-cursor.ts'
import type { Moderator } from '../cases/rules/case-change.ts'
import { namesOf } from '../cases/user-names.ts'
import type { Ctx } from '../context.ts'

interface HeldQuery {
  limit?: number | undefined
  cursor?: string | undefined
}

/**
 * Lists the senders of held messages, ordered by their oldest held message. Adds the views to the audit log before it
 * returns any message.
 */
export async function listHeld(
  ctx: Ctx,
  moderator: Moderator,
  { limit = HELD_SENDERS_PAGE_MAX, cursor }: HeldQuery,
): Promise<{ senders: HeldSender[]; next: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor)
  const { senders } = await request(ctx.nats, getHeldSenders, {
    after: after && { heldAt: after.at.getTime(), senderId: after.id },
    limit: limit + 1, // one more shows whether there is a next page
  })
  const page = senders.slice(0, limit)
  const last = senders.length > limit ? page.at(-1) : undefined

  const shown: { senderId: number; count: number; messages: StoredHeldMessage[] }[] = []
  for (const { senderId, count } of page) {
    const { messages } = await request(ctx.nats, getHeldMessages, { senderId }) // one by one: each may be large
    if (messages.length > 0 && maySee(moderator, messages)) shown.push({ senderId, count, messages })
  }
  await auditHeldViews(
    ctx,
    moderator,
    shown.map(({ senderId }) => senderId),
  )
  const names = await namesOf(
    ctx,
    shown.flatMap(({ messages }) => messages.flatMap(({ senderId, receiverId }) => [senderId, receiverId])),
  )
  return {
    senders: shown.map(({ senderId, count, messages }) => ({
      user: names.of(senderId),
      messages: messages.map(({ id, receiverId, reason, content, createdAt }) => ({
        id,
        receiver: names.of(receiverId),
        reason,
        content,
        createdAt,
      })),
      count,
    })),
    next: last ? encodeCursor({ at: new Date(last.heldAt), id: last.senderId }) : null,
  }
}

/** False if the moderator has sent or received these messages, and thus may not decide about them. */
function maySee({ userId }: Moderator, messages: StoredHeldMessage[]): boolean {
  return !messages.some(({ senderId, receiverId }) => senderId === userId || receiverId === userId)
}
