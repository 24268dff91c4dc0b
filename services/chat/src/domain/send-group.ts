import { ensureInTime } from '@zing/kit/http/deadline'
import type { BatchItem } from '@zing/kit/keyed-batcher'
import type { Message } from '@zing/proto/messages'
import type { Sending } from '../context.ts'
import { commitMessages } from './commit-messages.ts'
import { pushMessage, sendAlone } from './send-message.ts'

/** Messages that one write commits at most: they share its outcome, and wait for each other. */
export const GROUP_MAX = 16

type Waiting = BatchItem<Sending, Message>

/** Sends the messages that wait for one conversation: new ones by one write, all others, or all if it is rejected, one by one. */
export async function sendGroup(group: Waiting[]): Promise<void> {
  const rest = group.length > 1 ? await sendTogether(group) : group
  for (const { item, resolve, reject, inContext } of rest) await inContext(() => sendAlone(item)).then(resolve, reject)
}

/** Commits the new messages of a group by one write; returns those that must be sent alone. */
async function sendTogether(group: Waiting[]): Promise<Waiting[]> {
  const [ctx] = group.map(({ item }) => item.ctx)
  const lookedUp = group.flatMap(({ item }) => (item.afterSeq === undefined ? (item.message.key ?? []) : []))
  const stored =
    ctx && lookedUp.length > 0
      ? await ctx.models.raw.messages.find({ key: { $in: lookedUp } }, { projection: { key: 1 } }).toArray()
      : []
  for (const { item } of group) item.message.id ||= await item.ctx.messageIds.next()

  const { together, alone } = split(group, new Set(stored.flatMap(({ key }) => key ?? [])))
  if (!ctx || together.length < 2) return group
  const sendings = together.map(({ item }) => item)
  const afterSeqs = sendings.flatMap(({ message, afterSeq }) => (message.key ? (afterSeq ?? []) : []))
  const committed = await commitMessages(ctx, sendings, afterSeqs)
  if (!committed) return group

  ctx.pendingFlusher.schedule(committed)
  const firstSeq = committed.seq - together.length + 1
  for (const [index, { item, resolve }] of together.entries())
    resolve(pushMessage(item.ctx, committed, { ...item.message, seq: firstSeq + index }))
  return alone
}

/** Leaves out of the common write what cannot be new: stored keys, a key that comes twice, and what comes too late. */
function split(group: Waiting[], storedKeys: Set<string>): { together: Waiting[]; alone: Waiting[] } {
  const taken = new Set(storedKeys)
  const together: Waiting[] = []
  const alone: Waiting[] = []
  for (const waiting of group) {
    const { key } = waiting.item.message
    const isNew = !(key && taken.has(key)) && waiting.inContext(isInTime)
    if (key) taken.add(key)
    ;(isNew ? together : alone).push(waiting)
  }
  return { together, alone }
}

function isInTime(): boolean {
  try {
    ensureInTime()
    return true
  } catch {
    return false // sendAlone rejects it
  }
}
