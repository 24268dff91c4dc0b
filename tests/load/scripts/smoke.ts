import type { ServerFrame } from '@zing/proto/frames/server'
import { checkUsername, getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import { getUnread, listConversations, listMessages, readMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import type { Options } from 'k6/options'
import type { User } from '../shared/fixture.ts'
import { NO_ERRORS } from '../shared/thresholds.ts'
import { call } from './support/call.ts'
import { plan } from './support/fixture.ts'
import { cookieOf, freshUsername } from './support/session.ts'
import { openSocket } from './support/socket.ts'
import { waitUntil } from './support/wait.ts'

// The whole product in a loop: two users register, match, chat, read and unmatch. `rate` is the number of concurrent
// pairs.
const FRAME_MS = 5_000

export const options: Options = {
  scenarios: {
    smoke: { executor: 'constant-vus', vus: plan.rate, duration: `${plan.seconds}s`, gracefulStop: '30s' },
  },
  thresholds: { ...NO_ERRORS, iterations: ['count>=1'] },
}

export default async function smoke(): Promise<void> {
  const [ann, ben] = [await register('Ann'), await register('Ben')]
  await call(ann.cookie, updateUser, { body: { age: 41 } })
  const { body: account } = await call(ann.cookie, getUser)
  const { body: newest } = await call(ann.cookie, listUsers)
  const { body: profile } = await call(ann.cookie, getProfile, { params: { id: ben.id } })
  check(null, {
    'a user sees their own account': () => account.id === ann.id && account.age === 41,
    'a user sees the other profile and not their own in the feed': () =>
      profile.id === ben.id && newest.every(({ id }) => id !== ann.id),
  })

  const frames: ServerFrame[] = []
  const socket = await openSocket(ben, (frame) => void frames.push(frame))
  check(socket, { 'the socket is connected': (opened) => opened !== null })
  const isReceived = (predicate: (frame: ServerFrame) => boolean) => waitUntil(() => frames.some(predicate), FRAME_MS)

  const { body: first } = await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const { body: second } = await call(ben.cookie, likeUser, { body: { likedId: ann.id } })
  const { body: matches } = await call(ann.cookie, listMatches)
  check(null, {
    'the second like makes the match': () => !first.isMatch && second.isMatch,
    'the match is listed': () => matches.map(({ id }) => id).includes(ben.id),
  })

  const content = 'Hello, Ben'
  await call(ann.cookie, sendMessage, { body: { receiverId: ben.id, content, clientMessageId: crypto.randomUUID() } })
  const areAllPushed =
    (await isReceived(({ type }) => type === 'NEW_MATCH')) &&
    (await isReceived(({ type }) => type === 'NEW_MESSAGE')) &&
    (await isReceived((frame) => frame.type === 'NOTIFICATION' && frame.notification.type === 'MATCH'))
  const { body: unread } = await call(ben.cookie, getUnread)
  const { body: messages } = await call(ben.cookie, listMessages, { params: { id: ann.id } })
  await call(ben.cookie, readMessages, { params: { id: ann.id } })
  const { body: unreadAfter } = await call(ben.cookie, getUnread)
  const { body: conversations } = await call(ann.cookie, listConversations)
  const { body: notifications } = await call(ben.cookie, listNotifications)
  check(null, {
    'match, message and notification are pushed': () => areAllPushed,
    'the message is stored once, unread, then read': () =>
      messages.length === 1 && messages[0]?.content === content && unread.count === 1 && unreadAfter.count === 0,
    'the sender sees the message as read': () => conversations[0]?.lastMessage?.status === 'read',
    'the match is a notification': () => notifications.some(({ type }) => type === 'MATCH'),
  })

  await call(ben.cookie, unlikeUser, { params: { userId: ann.id } })
  const { body: noMatches } = await call(ann.cookie, listMatches)
  check(noMatches, { 'an undone like ends the match': ({ length }) => length === 0 })
  socket?.close()
  await call(ben.cookie, logout)
}

async function register(name: string): Promise<User> {
  const [username, password] = [freshUsername(), 'correct horse']
  await call('', checkUsername, { query: `username=${username}` })
  const details = { name, age: 30, gender: 'other', orientation: 'other', username, password }
  await call('', registerUser, { body: details })
  const response = await call('', login, { body: { username, password } })
  return { id: response.body.id, username, password, cookie: cookieOf(response) }
}
