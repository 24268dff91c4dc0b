import type { ClientFrame } from '@zing/proto/frames/client'
import { listConversations, listMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser, listNotifications, listUsers, readNotification } from '@zing/proto/http/social'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Conversation, Message } from '@zing/proto/messages'
import type { Notification } from '@zing/proto/notifications'
import type { ApiClient } from '../member.ts'
import type { Line } from './next-line.ts'

const NEWCOMERS_MAX = 5

export interface Actions {
  notifications(): Promise<Notification[]>
  conversations(): Promise<Conversation[]>
  history(partnerId: number): Promise<Message[]>
  /** The newest users whom the bot sees and has not liked. */
  newcomers(): Promise<{ id: number }[]>
  like(userId: number): Promise<void>
  dismiss(notificationId: number): Promise<void>
  sendMessage(partnerId: number, line: Line): Promise<void>
  send(frame: ClientFrame): void
}

export function actionsOf(member: Pick<ApiClient, 'call'>, send: (frame: ClientFrame) => void): Actions {
  return {
    notifications: () => member.call(listNotifications),
    conversations: () => member.call(listConversations),
    history: (id) => member.call(listMessages, { params: { id }, query: { limit: `${MESSAGES_PAGE_MAX}` } }),
    newcomers: () => member.call(listUsers, { query: { scope: 'discover', limit: `${NEWCOMERS_MAX}` } }),
    async like(likedId) {
      await member.call(likeUser, { body: { likedId } })
    },
    dismiss: (id) => member.call(readNotification, { params: { id } }),
    async sendMessage(receiverId, line) {
      await member.call(sendMessage, { body: { receiverId, ...line } })
    },
    send,
  }
}
