import { request } from '@zing/kit/nats/rpc'
import type { HeldSender } from '@zing/proto/moderation/held-messages'
import { getHeldMessages, type StoredHeldMessage } from '@zing/proto/nats/rpc/chat'
import type { Ctx } from '../context.ts'
import { auditHeldViews } from './audit-view.ts'
import type { Moderator } from './case-change.ts'
import { namesOf } from './user-names.ts'

/** Lists the held messages by sender. The views are in the audit log before any message is shown. */
export async function listHeld(ctx: Ctx, moderator: Moderator): Promise<HeldSender[]> {
  const { messages } = await request(ctx.nats, getHeldMessages, {})
  const own = refusedSenders(messages, moderator)
  const shown = messages.filter(({ senderId }) => !own.has(senderId))
  const bySender = Map.groupBy(shown, ({ senderId }) => senderId)
  await auditHeldViews(ctx, moderator, [...bySender.keys()])
  const names = await namesOf(
    ctx,
    shown.flatMap(({ senderId, receiverId }) => [senderId, receiverId]),
  )
  return [...bySender].map(([senderId, held]) => ({
    user: names.of(senderId),
    messages: held.map(({ id, receiverId, reason, content, createdAt }) => ({
      id,
      receiver: names.of(receiverId),
      reason,
      content,
      createdAt,
    })),
  }))
}

/** The senders whose messages the moderator may not decide: the moderator, and who has written to them. */
function refusedSenders(messages: StoredHeldMessage[], { userId }: Moderator): ReadonlySet<number> {
  return new Set([userId, ...messages.flatMap(({ senderId, receiverId }) => (receiverId === userId ? senderId : []))])
}
