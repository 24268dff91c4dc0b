import { errors } from '@zing/proto/errors'
import { EVIDENCE_MESSAGES_MAX, EVIDENCE_TEXT_MAX_BYTES } from '@zing/proto/limits'
import type { EvidenceMessage } from '@zing/proto/moderation/evidence'
import type { getMessageEvidence } from '@zing/proto/nats/rpc/chat'
import type { RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Ctx } from '../context.ts'
import { readConversation } from '../conversations/find-conversation.ts'
import { withLateMarks } from '../media/late-marks.ts'
import { readRange } from '../messages/message-range.ts'
import type { NumberedMessage } from '../messages/message-view.ts'
import type { Conversation } from '../models/conversation.ts'
import type { MessageMedia } from '../models/message-media.ts'
import { nearestWithin, seqsAround } from './evidence-range.ts'

/**
 * Returns two users' messages for moderators: around the marked ones, otherwise the newest. An unmatch or block hides none.
 */
export async function messageEvidence(
  ctx: Ctx,
  { userIds, marked }: RpcInput<typeof getMessageEvidence>,
): Promise<RpcResult<typeof getMessageEvidence>> {
  const conversation = await readConversation(ctx, ...userIds)
  if (!conversation || conversation.epoch < ctx.epoch.current()) {
    if (marked.length > 0) throw errors.foreignMessages()
    return { messages: [] }
  }
  const markedSeqs = await seqsOf(ctx, conversation, marked)
  const seqs = seqsAround(markedSeqs, { newest: conversation.seq, max: EVIDENCE_MESSAGES_MAX })
  const found = nearestWithin(await readRuns(ctx, conversation, seqs), markedSeqs, EVIDENCE_TEXT_MAX_BYTES)
  const isMarked = new Set(marked)
  const messages = await withLateMarks(ctx, conversation, found)
  return {
    messages: messages.map((message) => toEvidence(message, isMarked.has(message.id))),
  }
}

/** A marked medium is named, so that its bytes are sealed; of others only kind and caption are told. */
function toEvidence(message: NumberedMessage, isMarked: boolean): EvidenceMessage {
  const { id, seq, senderId, content, createdAt, media } = message
  return {
    ...{ id, seq, senderId, content, createdAt: createdAt.toISOString(), isMarked },
    ...(media && { kind: media.kind }),
    ...(media && isMarked && { media: sealedMedia(media) }),
  }
}

function sealedMedia(media: MessageMedia): NonNullable<EvidenceMessage['media']> {
  return { id: media.id, kind: media.kind, ...(isNude(media) && { mayBeNude: true as const }) }
}

function isNude(media: MessageMedia): boolean {
  return media.kind === 'photo' && media.mayBeNude === true
}

/** Returns the seqs of messages by their ids. Throws a 400 if one is not of this conversation. */
async function seqsOf({ models }: Ctx, { _id, pending, seq }: Conversation, ids: number[]): Promise<number[]> {
  const stored = await models.Message.find({ _id: { $in: ids }, conv: _id }, { seq: 1 }).lean()
  const seqs = new Map(stored.map((message) => [message._id, message.seq]))
  const first = seq - pending.length + 1
  for (const [index, { id }] of pending.entries()) seqs.set(id, first + index)
  return ids.map((id) => {
    const found = seqs.get(id)
    if (found === undefined) throw errors.foreignMessages()
    return found
  })
}

/** Reads ordered seqs in runs without gaps. */
async function readRuns(ctx: Ctx, conversation: Conversation, seqs: number[]): Promise<NumberedMessage[]> {
  const runs: { from: number; to: number }[] = []
  for (const seq of seqs) {
    const last = runs.at(-1)
    if (last && last.to === seq - 1) last.to = seq
    else runs.push({ from: seq, to: seq })
  }
  return (await Promise.all(runs.map((run) => readRange(ctx, conversation, run)))).flat()
}
