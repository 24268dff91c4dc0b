import type { ClientFrame, ClientFrameOf } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import { blockUser } from '../../blocks/block-user.ts'
import type { Ctx } from '../../context.ts'
import { showTyping } from '../../conversations/show-typing.ts'
import { readMessages } from '../../receipts/read-messages.ts'
import type { Client } from './client.ts'
import { connectSocket } from './connect-socket.ts'

/** A frame other than SEND_MESSAGE, which has limits and responses of its own: see message-sender.ts. */
export type OrdinaryFrame = Exclude<ClientFrame, { type: 'SEND_MESSAGE' }>

export function handleFrame(ctx: Ctx, client: Client, frame: OrdinaryFrame): Promise<void> {
  const handler = handlers[frame.type] as AnyHandler // the table ties key to frame, which TypeScript loses here
  return handler(ctx, client, frame)
}

type AnyHandler = (ctx: Ctx, client: Client, frame: OrdinaryFrame) => Promise<void>
type Handlers = {
  [T in OrdinaryFrame['type']]: (ctx: Ctx, client: Client, frame: ClientFrameOf<T>) => Promise<void>
}

const handlers: Handlers = {
  /** The upgrade has authenticated the user, and AUTH must name the same one. Clients may send it twice. */
  async AUTH(ctx, { socket, socketCount, readVersions, onConnected }, { userId, withVersions }) {
    if (userId !== socket.userId) return socket.close(CloseCode.policy)
    const isFirst = !socket.isConnected
    const options = { socketCount: socketCount(), readVersions: isFirst && withVersions ? readVersions : null }
    await connectSocket(ctx, socket, options)
    if (isFirst) onConnected()
  },

  async TYPING_INDICATOR(ctx, { socket, typing }, { recipientId, isTyping }) {
    if (!typing.allow(recipientId, isTyping)) return
    await showTyping(ctx, socket.userId, recipientId, isTyping)
  },

  async MARK_READ(ctx, { socket }, { senderId, upToSeq }) {
    await readMessages(ctx, socket.userId, senderId, upToSeq)
  },

  /** The server ignores it, since it pushes a message when it is sent. */
  async MESSAGE_NOTIFICATION() {},

  async MESSAGE_RECEIVED(ctx, { socket }, { partnerId, seq }) {
    await ctx.confirmReceived({ userId: socket.userId, partnerId, seq })
  },

  async BLOCK_USER(ctx, { socket }, { blockedUserId }) {
    await blockUser(ctx, socket.userId, blockedUserId)
  },
}
