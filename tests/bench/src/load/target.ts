import { randomUUID } from 'node:crypto'
import { pathOf } from '@zing/proto/endpoint'
import { getUnread, sendMessage } from '@zing/proto/http/chat'
import { listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { encodeCursor, type FeedPosition } from '@zing/social/domain/feed-cursor'
import type { Baseline } from '../baseline.ts'
import type { Profile } from '../users.ts'
import { type Ask, createAsk } from './request.ts'
import { openSocket, type Shown, type Socket } from './socket.ts'

/** What the same load is put on: the product, or the baseline. */
export interface Target {
  name: 'product' | 'baseline'
  send(sender: Profile, receiver: Profile, content: string): Promise<void>
  unread(person: Profile): Promise<void>
  /** The page after a position, or the first one. */
  feed(viewer: Profile, after: FeedPosition | null): Promise<void>
  connect(person: Profile, onFrame: (frame: Shown) => void): Promise<Socket>
}

/** `url`: of a gateway. */
export function productTarget(url: string, ask: Ask = createAsk(url)): Target {
  return {
    name: 'product',
    send: ({ cookie }, { id: receiverId }, content) =>
      ask(pathOf(sendMessage), { cookie }, { receiverId, content, clientMessageId: randomUUID() }),
    unread: ({ cookie }) => ask(pathOf(getUnread), { cookie }),
    feed: ({ cookie }, after) => {
      const cursor = after ? `&cursor=${encodeCursor(after)}` : ''
      return ask(`${pathOf(listUsers)}?limit=${FEED_PAGE_SIZE}${cursor}`, { cookie })
    },
    connect: ({ cookie, id }, onFrame) => openSocket(`${url}${SOCKET_PATH}`, { cookie }, id, onFrame),
  }
}

export function baselineTarget({ url }: Baseline): Target {
  const ask = createAsk(url)
  return {
    name: 'baseline',
    send: ({ id: senderId }, { id: receiverId }, content) => ask('/messages', {}, { senderId, receiverId, content }),
    unread: ({ id }) => ask(`/unread?user=${id}`, {}),
    feed: ({ id }, after) => {
      const position = after ? `&at=${after.createdAt.getTime()}&id=${after.id}` : ''
      return ask(`/users?viewer=${id}&limit=${FEED_PAGE_SIZE}${position}`, {})
    },
    connect: ({ id }, onFrame) => openSocket(url, { 'x-user': String(id) }, id, onFrame),
  }
}
