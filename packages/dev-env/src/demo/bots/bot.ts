import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation } from '@zing/proto/messages'
import { aboutIdOf, type Notification } from '@zing/proto/notifications'
import { CallError } from '../member.ts'
import type { Actions } from './actions.ts'
import { likesBack, likesFirst } from './likes-back.ts'
import { latestOf, nextLine } from './next-line.ts'
import { LIKE_BACK_MS, READ_MS, randomBetween, typingMs } from './pace.ts'
import { HOST } from './personas.ts'

const CATCH_UP_MAX = 20 // stays within the rate limit of frames
const EXPECTED_STATUSES = [403, 404] // the user unmatched, blocked or was deleted

export interface BotOptions {
  id: number
  index: number
  /** User ids of the other bots, which get no response: two bots would never stop talking. */
  otherBots: ReadonlySet<number>
  actions: Actions
  pause(ms: number): Promise<void>
  /** Receives unexpected errors; the next catch-up finds the unfinished work again. */
  onError(error: unknown): void
}

export interface Bot {
  onFrame(frame: ServerFrame): void
}

/** Likes some users back, opens a conversation after a match, and replies to messages. The first bots also like newcomers. */
export function createBot({ id, index, otherBots, actions, pause, onError }: BotOptions): Bot {
  const pendingLikes = new Set<number>()
  /** Conversations in progress, by partner id; true if something arrived meanwhile. */
  const inProgress = new Map<number, boolean>()

  function onFrame(frame: ServerFrame): void {
    switch (frame.type) {
      case 'CONNECTED':
      case 'PUSH_RESTORED':
        return run(catchUp)
      case 'HEARTBEAT':
        return run(likeNewcomers)
      case 'NOTIFICATION':
        if (isUnansweredLike(frame.notification)) run(() => respondToLike(frame.notification))
        return
      case 'NEW_MATCH':
        return run(() => handleConversation(frame.match.id))
      case 'NEW_MESSAGE': {
        const { senderId, seq } = frame.message
        actions.send({ type: 'MESSAGE_RECEIVED', partnerId: senderId, seq })
        return run(() => handleConversation(senderId))
      }
    }
  }

  function run(job: () => Promise<void>): void {
    job().catch((error: unknown) => {
      if (!(error instanceof CallError && EXPECTED_STATUSES.includes(error.status))) onError(error)
    })
  }

  async function catchUp(): Promise<void> {
    const [notifications, conversations] = await Promise.all([actions.notifications(), actions.conversations()])
    const [likes, waiting] = [notifications.filter(isUnansweredLike), conversations.filter(needsReply)]
    for (const like of likes.slice(0, CATCH_UP_MAX)) run(() => respondToLike(like))
    for (const { partnerId } of waiting.slice(0, CATCH_UP_MAX)) run(() => handleConversation(partnerId))
  }

  /** A newcomer in a demo has a first match within reach. */
  async function likeNewcomers(): Promise<void> {
    if (!likesFirst(index)) return
    for (const newcomer of await actions.newcomers()) if (!otherBots.has(newcomer.id)) await actions.like(newcomer.id)
  }

  async function respondToLike(notification: Notification): Promise<void> {
    const { id: notificationId } = notification
    const userId = aboutIdOf(notification)
    if (userId === null) return
    if (pendingLikes.has(userId) || otherBots.has(userId)) return
    pendingLikes.add(userId)
    try {
      await pause(randomBetween(LIKE_BACK_MS, Math.random))
      if (likesBack({ index, myId: id, theirId: userId })) await actions.like(userId)
      await actions.dismiss(notificationId)
    } finally {
      pendingLikes.delete(userId)
    }
  }

  /** Handles one event at a time per conversation, and repeats if another one arrived meanwhile. */
  async function handleConversation(partnerId: number): Promise<void> {
    if (otherBots.has(partnerId)) return
    if (inProgress.has(partnerId)) return void inProgress.set(partnerId, true)
    inProgress.set(partnerId, false)
    try {
      do {
        await replyTo(partnerId)
      } while (inProgress.get(partnerId))
    } finally {
      inProgress.delete(partnerId)
    }
  }

  async function replyTo(partnerId: number): Promise<void> {
    await pause(randomBetween(READ_MS, Math.random))
    inProgress.set(partnerId, false) // messages received so far get one reply
    const history = await actions.history(partnerId)
    if (latestOf(history, partnerId)?.read === false) actions.send({ type: 'MARK_READ', senderId: partnerId })

    const line = nextLine({ myId: id, partnerId, isHost: index === HOST, history, now: Date.now() })
    if (!line) return
    const typing = (isTyping: boolean) => actions.send({ type: 'TYPING_INDICATOR', recipientId: partnerId, isTyping })
    typing(true)
    try {
      await pause(typingMs(line.content))
      await actions.sendMessage(partnerId, line)
    } finally {
      typing(false)
    }
  }

  return { onFrame }
}

function isUnansweredLike({ type, readAt }: Notification): boolean {
  return type === 'LIKE' && readAt === null
}

function needsReply({ partnerId, lastMessage, unread }: Conversation): boolean {
  return unread > 0 || lastMessage === null || lastMessage.senderId === partnerId
}
