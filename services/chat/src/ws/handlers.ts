import type { ClientFrame, ClientFrameOf } from '@zing/proto/frames/client'
import { CloseCode } from '@zing/proto/frames/close-codes'
import type { Ctx } from '../context.ts'
import { blockUser } from '../domain/block-user.ts'
import { receiveMessages } from '../domain/mark-delivered.ts'
import { readMessages } from '../domain/read-messages.ts'
import { showTyping } from '../domain/show-typing.ts'
import type { Peer } from './peer.ts'

type Handlers = {
  [T in ClientFrame['type']]: (ctx: Ctx, peer: Peer, frame: ClientFrameOf<T>) => Promise<void>
}

export const handlers: Handlers = {
  /** The upgrade proved who this is; AUTH may only agree. It comes twice. */
  async AUTH(_ctx, peer, { userId }) {
    if (userId !== peer.session.userId) return peer.session.close(CloseCode.policy)
    await peer.confirm()
  },

  async TYPING_INDICATOR(ctx, { session, typing }, { recipientId, isTyping }) {
    // the end of typing always passes: a dropped one would leave the dots standing
    if (isTyping && !typing.take()) return
    await showTyping(ctx, session.userId, recipientId, isTyping)
  },

  async MARK_READ(ctx, { session }, { senderId }) {
    await readMessages(ctx, session.userId, senderId)
  },

  /** The server has pushed the message by itself. */
  async MESSAGE_NOTIFICATION() {},

  async MESSAGE_RECEIVED(ctx, { session }, { partnerId, seq }) {
    await receiveMessages(ctx, session.userId, partnerId, seq)
  },

  async BLOCK_USER(ctx, { session }, { blockedUserId }) {
    await blockUser(ctx, session.userId, blockedUserId)
  },
}
