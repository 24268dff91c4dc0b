import type { ServerFrame } from '@zing/proto/frames/server'
import { checkUsername, getUser, login, logout, registerUser, updateUser } from '@zing/proto/http/auth'
import { getUnread, listConversations, listMessages, readMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications, listUsers, unlikeUser } from '@zing/proto/http/social'
import { check } from 'k6'
import type { Options } from 'k6/options'
import type { Person } from '../shared/fixture.ts'
import { NO_ERRORS } from '../shared/thresholds.ts'
import { call } from './support/call.ts'
import { plan } from './support/fixture.ts'
import { cookieOf, freshUsername } from './support/session.ts'
import { openSocket } from './support/socket.ts'
import { waitUntil } from './support/wait.ts'

// The whole product, again and again: two people join, meet, write, read and part. `rate` is how many pairs at a time.
const FRAME_MS = 5_000

export const options: Options = {
  scenarios: {
    smoke: { executor: 'constant-vus', vus: plan.rate, duration: `${plan.seconds}s`, gracefulStop: '30s' },
  },
  thresholds: { ...NO_ERRORS, iterations: ['count>=1'] },
}

export default async function smoke(): Promise<void> {
  const [ann, ben] = [await joinUp('Ann'), await joinUp('Ben')]
  await call(ann.cookie, updateUser, { body: { age: 41 } })
  const { body: self } = await call(ann.cookie, getUser)
  const { body: newest } = await call(ann.cookie, listUsers)
  const { body: person } = await call(ann.cookie, getProfile, { params: { id: ben.id } })
  check(null, {
    'one sees oneself': () => self.id === ann.id && self.age === 41,
    'one sees the other, and not oneself': () => person.id === ben.id && newest.every(({ id }) => id !== ann.id),
  })

  const frames: ServerFrame[] = []
  const socket = await openSocket(ben, (frame) => void frames.push(frame))
  check(socket, { 'the socket is connected': (opened) => opened !== null })
  const heard = (isIt: (frame: ServerFrame) => boolean) => waitUntil(() => frames.some(isIt), FRAME_MS)

  const { body: first } = await call(ann.cookie, likeUser, { body: { likedId: ben.id } })
  const { body: second } = await call(ben.cookie, likeUser, { body: { likedId: ann.id } })
  const { body: matches } = await call(ann.cookie, listMatches)
  check(null, {
    'two likes are a match, one is none': () => !first.isMatch && second.isMatch,
    'the match is listed': () => matches.map(({ id }) => id).includes(ben.id),
  })

  const content = 'Hello, Ben'
  await call(ann.cookie, sendMessage, { body: { receiverId: ben.id, content, clientMessageId: crypto.randomUUID() } })
  const areHeard =
    (await heard(({ type }) => type === 'NEW_MATCH')) &&
    (await heard(({ type }) => type === 'NEW_MESSAGE')) &&
    (await heard((frame) => frame.type === 'NOTIFICATION' && frame.notification.type === 'MATCH'))
  const { body: unread } = await call(ben.cookie, getUnread)
  const { body: messages } = await call(ben.cookie, listMessages, { params: { id: ann.id } })
  await call(ben.cookie, readMessages, { params: { id: ann.id } })
  const { body: left } = await call(ben.cookie, getUnread)
  const { body: conversations } = await call(ann.cookie, listConversations)
  const { body: notifications } = await call(ben.cookie, listNotifications)
  check(null, {
    'match, message and notification are pushed': () => areHeard,
    'the message is there once, unread, then read': () =>
      messages.length === 1 && messages[0]?.content === content && unread.count === 1 && left.count === 0,
    'its sender sees that it was read': () => conversations[0]?.lastMessage?.status === 'read',
    'the match is a notification': () => notifications.some(({ type }) => type === 'MATCH'),
  })

  await call(ben.cookie, unlikeUser, { params: { userId: ann.id } })
  const { body: noMatches } = await call(ann.cookie, listMatches)
  check(noMatches, { 'a like taken back ends the match': ({ length }) => length === 0 })
  socket?.close()
  await call(ben.cookie, logout)
}

async function joinUp(name: string): Promise<Person> {
  const [username, password] = [freshUsername(), 'correct horse']
  await call('', checkUsername, { query: `username=${username}` })
  const details = { name, age: 30, gender: 'other', orientation: 'other', username, password }
  await call('', registerUser, { body: details })
  const answer = await call('', login, { body: { username, password } })
  return { id: answer.body.id, username, password, cookie: cookieOf(answer) }
}
