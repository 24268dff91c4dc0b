import { type RpcHandler, rpcHandler } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import {
  blockForReporter,
  decideHeldMessages,
  getHeldMessages,
  getHeldSenders,
  getMediaPart,
  getMessageEvidence,
} from '@zing/proto/nats/rpc/chat'
import { ensureThere } from './fake-services.ts'
import type { World } from './moderation-world.ts'

export function chatHandlers(world: World): RpcHandler[] {
  const { conversations, media, blocks, held, heldDecisions, cannotBlock, failsToBlock } = world
  return [
    rpcHandler(getMessageEvidence, async ({ userIds, marked }) => {
      ensureThere(world, 'chat')
      const found = conversations.get(userIds.join(':')) ?? []
      if (marked.some((id) => !found.some((message) => message.id === id))) throw errors.foreignMessages()
      return { messages: found.map((message) => ({ ...message, isMarked: marked.includes(message.id) })) }
    }),
    rpcHandler(getMediaPart, async ({ mediaId, offset }) => {
      const found = media.get(mediaId)
      if (!found) return null
      const { bytes, mimeType, partBytes } = found
      const part = bytes.subarray(offset, offset + partBytes).toString('base64')
      return { part, totalBytes: bytes.length, mimeType }
    }),
    rpcHandler(getHeldMessages, async ({ senderId }) => {
      ensureThere(world, 'chat')
      return { messages: held.filter((message) => senderId === undefined || message.senderId === senderId) }
    }),
    rpcHandler(getHeldSenders, async ({ after, limit }) => {
      ensureThere(world, 'chat')
      const bySender = Map.groupBy(held, ({ senderId }) => senderId)
      const senders = [...bySender].map(([senderId, messages]) => ({
        senderId,
        heldAt: Math.min(...messages.map(({ createdAt }) => Date.parse(createdAt))),
        count: messages.length,
      }))
      const inOrder = senders.toSorted((a, b) => a.heldAt - b.heldAt || a.senderId - b.senderId)
      const isAfter = (one: { senderId: number; heldAt: number }) =>
        after === null || one.heldAt > after.heldAt || (one.heldAt === after.heldAt && one.senderId > after.senderId)
      return { senders: inOrder.filter(isAfter).slice(0, limit) }
    }),
    rpcHandler(decideHeldMessages, async (decision) => {
      ensureThere(world, 'chat')
      const decided = held.filter(({ id }) => decision.messageIds.includes(id))
      heldDecisions.push(decision)
      for (const message of decided) held.splice(held.indexOf(message), 1)
      return { messageIds: decided.map(({ id }) => id) }
    }),
    rpcHandler(blockForReporter, async ({ blockerId, blockedId }) => {
      ensureThere(world, 'blocks')
      if (failsToBlock.has(blockerId)) throw new Error('an error of chat')
      if (cannotBlock.has(blockerId)) throw errors.tooManyBlocks()
      blocks.push([blockerId, blockedId])
      return {}
    }),
  ]
}
