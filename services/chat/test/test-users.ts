import { randomUUID } from 'node:crypto'
import * as contract from '@zing/proto/http/chat'
import { serviceClient } from '@zing/testing/client'
import { type FakeOthers, now } from './fake-others.ts'

interface Processes {
  chat: { url: string }
  secondInstance: { url: string }
  tokenSecret: string
}

export type TestUser = ReturnType<typeof buildUser>

function buildUser(userId: number, name: string, { chat, tokenSecret }: Processes) {
  const identity = { userId, sid: randomUUID() }
  const summary = { id: userId, name, selfie: null }
  return { ...identity, summary, ...serviceClient(chat.url, tokenSecret, identity) }
}

/** Creates users of the fake auth, with their clients. */
export function createTestUsers(others: FakeOthers, processes: Processes) {
  const { secondInstance, tokenSecret } = processes

  function newUser(name = 'Test user'): TestUser {
    return buildUser(others.newId(), name, processes)
  }

  /** Returns a client of the same user on another process. */
  function callOn({ url }: { url: string }, { userId, sid }: TestUser) {
    return serviceClient(url, tokenSecret, { userId, sid })
  }

  return {
    newUser,
    callOn,
    onSecondInstance: (user: TestUser) => callOn(secondInstance, user),

    /** Creates two users whom social returns as a match. Chat has received no event of it. */
    newMatch(): [TestUser, TestUser] {
      const [ada, ben] = [newUser('Ada'), newUser('Ben')]
      others.setPair(ada, ben, { matchedAt: now(), rev: 2 })
      return [ada, ben]
    },

    matchEvent: (a: TestUser, b: TestUser) => ({
      userIds: [a.userId, b.userId] as [number, number],
      people: [a.summary, b.summary] as [TestUser['summary'], TestUser['summary']],
      matchedAt: now(),
      isAnnounced: true,
    }),

    sendMessage(from: Pick<TestUser, 'call'>, to: TestUser, content: string, clientMessageId?: string) {
      const body = { receiverId: to.userId, content, ...(clientMessageId && { clientMessageId }) }
      return from.call(contract.sendMessage, { body })
    },

    /** Lists the messages as `reader` sees them, up to 100 by default. */
    async listMessages(
      reader: Pick<TestUser, 'call'>,
      partner: TestUser,
      query: Record<string, number> = { limit: 100 },
    ) {
      return (await reader.call(contract.listMessages, { params: { id: partner.userId }, query })).body
    },
  }
}

/** Returns the notification of a like, as social publishes it. */
export function likeOf({ userId, summary }: TestUser, liked: Pick<TestUser, 'userId'>) {
  const payload = { userId, name: summary.name, selfie: summary.selfie }
  const notification = { id: userId, type: 'LIKE' as const, payload, createdAt: now(), readAt: null }
  return { userId: liked.userId, notification, unread: 1, isAnnounced: true }
}

/** Returns the id of the conversation of two users. */
export function conversationOf(a: TestUser, b: TestUser): string {
  return `${Math.min(a.userId, b.userId)}:${Math.max(a.userId, b.userId)}`
}
