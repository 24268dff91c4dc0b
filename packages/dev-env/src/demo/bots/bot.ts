import type { ServerFrame } from '@zing/proto/frames/server'
import type { Conversation } from '@zing/proto/messages'
import type { Notification } from '@zing/proto/users'
import { CallError } from '../member.ts'
import type { Actions } from './actions.ts'
import { likesBack } from './likes-back.ts'
import { latestOf, nextLine } from './next-line.ts'
import { between, LIKE_BACK_MS, READ_MS, typingMs } from './pace.ts'

const CATCH_UP_MAX = 20 // more at once would be more frames than a client may send
const REFUSALS = [403, 404] // unmatched, blocked or gone: to be expected of people

export interface BotOptions {
  id: number
  /** In the list of bots. */
  place: number
  /** The other bots: two programs would never stop talking. */
  others: ReadonlySet<number>
  actions: Actions
  pause(ms: number): Promise<void>
  /** Something could not be done; it is found again by the next catching up. */
  onTrouble(error: unknown): void
}

export interface Bot {
  onFrame(frame: ServerFrame): void
}

/** Likes back some of those who like it, opens a conversation after a match, and answers what is written to it. */
export function createBot({ id, place, others, actions, pause, onTrouble }: BotOptions): Bot {
  /** Whose like is being answered. */
  const likers = new Set<number>()
  /** Conversations in work; true: something came meanwhile. */
  const talks = new Map<number, boolean>()

  function onFrame(frame: ServerFrame): void {
    switch (frame.type) {
      case 'CONNECTED':
      case 'PUSH_RESTORED':
        return run(catchUp)
      case 'NOTIFICATION':
        if (isUnansweredLike(frame.notification)) run(() => answerLike(frame.notification))
        return
      case 'NEW_MATCH':
        return run(() => attend(frame.match.id))
      case 'NEW_MESSAGE': {
        const { senderId, seq } = frame.message
        actions.send({ type: 'MESSAGE_RECEIVED', partnerId: senderId, seq })
        return run(() => attend(senderId))
      }
    }
  }

  function run(job: () => Promise<void>): void {
    job().catch((error: unknown) => {
      if (!(error instanceof CallError && REFUSALS.includes(error.status))) onTrouble(error)
    })
  }

  async function catchUp(): Promise<void> {
    const [notifications, conversations] = await Promise.all([actions.notifications(), actions.conversations()])
    const [likes, waiting] = [notifications.filter(isUnansweredLike), conversations.filter(mayNeedWords)]
    for (const like of likes.slice(0, CATCH_UP_MAX)) run(() => answerLike(like))
    for (const { partnerId } of waiting.slice(0, CATCH_UP_MAX)) run(() => attend(partnerId))
  }

  async function answerLike({ id: notificationId, payload: { userId } }: Notification): Promise<void> {
    if (likers.has(userId) || others.has(userId)) return
    likers.add(userId)
    try {
      await pause(between(LIKE_BACK_MS, Math.random))
      if (likesBack({ place, myId: id, theirId: userId })) await actions.likeBack(userId)
      await actions.dismiss(notificationId)
    } finally {
      likers.delete(userId)
    }
  }

  /** One thing at a time in each conversation; what comes meanwhile is looked at afterwards. */
  async function attend(partnerId: number): Promise<void> {
    if (others.has(partnerId)) return
    if (talks.has(partnerId)) return void talks.set(partnerId, true)
    talks.set(partnerId, false)
    try {
      do {
        await converse(partnerId)
      } while (talks.get(partnerId))
    } finally {
      talks.delete(partnerId)
    }
  }

  async function converse(partnerId: number): Promise<void> {
    await pause(between(READ_MS, Math.random))
    talks.set(partnerId, false) // what has come until here is read now, and gets one answer
    const history = await actions.history(partnerId)
    if (latestOf(history, partnerId)?.read === false) actions.send({ type: 'MARK_READ', senderId: partnerId })

    const line = nextLine({ myId: id, partnerId, history, now: Date.now() })
    if (!line) return
    const typing = (isTyping: boolean) => actions.send({ type: 'TYPING_INDICATOR', recipientId: partnerId, isTyping })
    typing(true)
    try {
      await pause(typingMs(line.content))
      await actions.say(partnerId, line)
    } finally {
      typing(false)
    }
  }

  return { onFrame }
}

function isUnansweredLike({ type, readAt }: Notification): boolean {
  return type === 'LIKE' && readAt === null
}

function mayNeedWords({ partnerId, lastMessage, unread }: Conversation): boolean {
  return unread > 0 || lastMessage === null || lastMessage.senderId === partnerId
}
