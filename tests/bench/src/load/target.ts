import { randomUUID } from 'node:crypto'
import { pathOf } from '@zing/proto/endpoint'
import { getUnread, sendMessage } from '@zing/proto/http/chat'
import { listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { encodeCursor, type FeedPosition } from '@zing/social/domain/feed-cursor'
import type { Baseline } from '../baseline.ts'
import type { BenchUser } from '../users.ts'
import { createRequest } from './request.ts'
import { type Frame, openSocket, type Socket } from './socket.ts'

export interface Target {
  name: 'product' | 'baseline'
  send(sender: BenchUser, receiver: BenchUser, content: string): Promise<void>
  unread(user: BenchUser): Promise<void>
  /** Fetches the page after a position; null is the first page. */
  feed(viewer: BenchUser, after: FeedPosition | null): Promise<void>
  connect(user: BenchUser, onFrame: (frame: Frame) => void): Promise<Socket>
}

export function productTarget(url: string): Target {
  const request = createRequest(url)
  return {
    name: 'product',
    send: ({ cookie }, { id: receiverId }, content) =>
      request(pathOf(sendMessage), { cookie }, { receiverId, content, clientMessageId: randomUUID() }),
    unread: ({ cookie }) => request(pathOf(getUnread), { cookie }),
    feed: ({ cookie }, after) => {
      const cursor = after ? `&cursor=${encodeCursor(after)}` : ''
      return request(`${pathOf(listUsers)}?limit=${FEED_PAGE_SIZE}${cursor}`, { cookie })
    },
    connect: ({ cookie, id }, onFrame) => openSocket(`${url}${SOCKET_PATH}`, { cookie, origin: url }, id, onFrame),
  }
}

export function baselineTarget({ url }: Baseline): Target {
  const request = createRequest(url)
  return {
    name: 'baseline',
    send: ({ id: senderId }, { id: receiverId }, content) =>
      request('/messages', {}, { senderId, receiverId, content }),
    unread: ({ id }) => request(`/unread?user=${id}`, {}),
    feed: ({ id }, after) => {
      const position = after ? `&at=${after.createdAt.getTime()}&id=${after.id}` : ''
      return request(`/users?viewer=${id}&limit=${FEED_PAGE_SIZE}${position}`, {})
    },
    connect: ({ id }, onFrame) => openSocket(url, { 'x-user': String(id) }, id, onFrame),
  }
}
