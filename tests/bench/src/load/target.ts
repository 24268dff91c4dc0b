import { randomUUID } from 'node:crypto'
import { pathOf } from '@zing/proto/endpoint'
import { getUnread, sendMessage } from '@zing/proto/http/chat'
import { listUsers } from '@zing/proto/http/social'
import { FEED_PAGE_SIZE } from '@zing/proto/limits'
import { SOCKET_PATH } from '@zing/proto/paths'
import { encodeCursor, type FeedPosition } from '@zing/social/feed/feed-cursor'
import type { Baseline } from '../baseline.ts'
import type { BenchUser } from '../users.ts'
import type { ChatServer } from './chat-server.ts'
import { createRequest } from './request.ts'
import { openSocket, type Socket } from './socket.ts'

export interface Target extends ChatServer {
  name: 'product' | 'baseline'
  connect(user: BenchUser, onMessage: (content: string) => void): Promise<Socket>
  post(sender: BenchUser, receiver: BenchUser, content: string): Promise<void>
  unread(user: BenchUser): Promise<void>
  /** Fetches the page after a position; null is the first page. */
  feed(viewer: BenchUser, after: FeedPosition | null): Promise<void>
}

export interface ProductOptions {
  hasReceipts: boolean
}

export function productTarget(url: string, { hasReceipts }: ProductOptions): Target {
  const request = createRequest(url)
  return {
    name: 'product',
    connect(user, onMessage) {
      const headers = { cookie: user.cookie, origin: url }
      return openSocket(`${url}${SOCKET_PATH}`, { user, headers, hasReceipts, onMessage })
    },
    post: ({ cookie }, { id: receiverId }, content) =>
      request(pathOf(sendMessage), { cookie }, { receiverId, content, clientMessageId: randomUUID() }),
    unread: ({ cookie }) => request(pathOf(getUnread), { cookie }),
    feed: ({ cookie }, after) => {
      const cursor = after ? `&cursor=${encodeCursor(after)}` : ''
      return request(`${pathOf(listUsers)}?limit=${FEED_PAGE_SIZE}${cursor}`, { cookie })
    },
  }
}

export function baselineTarget({ url }: Baseline): Target {
  const request = createRequest(url)
  return {
    name: 'baseline',
    connect(user, onMessage) {
      const headers = { 'x-user': String(user.id) }
      return openSocket(url, { user, headers, hasReceipts: false, onMessage })
    },
    post: ({ id: senderId }, { id: receiverId }, content) =>
      request('/messages', {}, { senderId, receiverId, content }),
    unread: ({ id }) => request(`/unread?user=${id}`, {}),
    feed: ({ id }, after) => {
      const position = after ? `&at=${after.createdAt.getTime()}&id=${after.id}` : ''
      return request(`/users?viewer=${id}&limit=${FEED_PAGE_SIZE}${position}`, {})
    },
  }
}

/** The same server for sending by POST; its sockets only receive. */
export function sendingByPost(target: Target): ChatServer {
  return {
    name: target.name,
    async connect(user, onMessage) {
      const { close } = await target.connect(user, onMessage)
      return { close, send: (receiver, content) => target.post(user, receiver, content) }
    },
  }
}
