import type { ClientFrame } from '@zing/proto/frames/client'
import { listConversations, listMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser, listNotifications, readNotification } from '@zing/proto/http/social'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Conversation, Message } from '@zing/proto/messages'
import type { Notification } from '@zing/proto/notifications'
import type { ApiClient } from '../member.ts'
import type { Line } from './next-line.ts'

export interface Actions {
  notifications(): Promise<Notification[]>
  conversations(): Promise<Conversation[]>
  history(partnerId: number): Promise<Message[]>
  likeBack(userId: number): Promise<void>
  dismiss(notificationId: number): Promise<void>
  sendMessage(partnerId: number, line: Line): Promise<void>
  send(frame: ClientFrame): void
}

export function actionsOf(member: Pick<ApiClient, 'call'>, send: (frame: ClientFrame) => void): Actions {
  return {
    notifications: () => member.call(listNotifications),
    conversations: () => member.call(listConversations),
    history: (id) => member.call(listMessages, { params: { id }, query: { limit: `${MESSAGES_PAGE_MAX}` } }),
    async likeBack(likedId) {
      await member.call(likeUser, { body: { likedId } })
    },
    dismiss: (id) => member.call(readNotification, { params: { id } }),
    async sendMessage(receiverId, line) {
      await member.call(sendMessage, { body: { receiverId, ...line } })
    },
    send,
  }
}
