import { Config as AdminConfig } from '@zing/admin/config'
import { start as startAdmin } from '@zing/admin/start'
import { findTraces } from '@zing/admin/traces/find-traces'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as ChatConfig } from '@zing/chat/config'
import { start as startChat } from '@zing/chat/start'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword, deleteAccount } from '@zing/proto/http/account'
import { verifyPin } from '@zing/proto/http/admin'
import { registerUser, updateUser } from '@zing/proto/http/auth'
import { blockUser, listConversations, sendMessage } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listUsers, readAllNotifications, unlikeUser } from '@zing/proto/http/social'
import { EVENT_CONSUMERS } from '@zing/proto/nats/rpc'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { type CallInput, serviceClient } from '@zing/testing/client'
import { createEventsHandled } from '@zing/testing/events'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, expect, test, vi } from 'vitest'

const OPERATIONS = 300
const AT_ONCE = 10
const USERS = 12
const PASSWORD = 'correct horse'
const HOUR_MS = 60 * 60 * 1_000

const shared = { ...(await testEnv()), PUBLIC_ORIGINS: 'http://localhost', RATE_PROFILE: 'off', ADMIN_PIN: '4711' }
const urls = [testDatabase(), testDatabase(), testDatabase(), testDatabase()] as const
const [authEnv, socialEnv, chatEnv, adminEnv] = urls.map((MONGO_URL) => ({ ...shared, MONGO_URL }))
const databases = urls.map((url) => new URL(url).pathname.slice(1))
const client = await new mongoose.mongo.MongoClient(urls[0]).connect()

/** Starts a process of each service. */
function startAll() {
  return Promise.all([
    startAuth(AuthConfig.parse(authEnv)),
    startSocial(SocialConfig.parse(socialEnv)),
    startChat(ChatConfig.parse(chatEnv)),
    startAdmin(AdminConfig.parse(adminEnv)),
  ])
}
const running = await startAll()
const [authUrl = '', socialUrl = '', chatUrl = '', adminUrl = ''] = running.map(({ url }) => url)
const handled = await Promise.all(EVENT_CONSUMERS.map((service) => createEventsHandled(shared.NATS_URL, service)))
afterAll(async () => {
  await Promise.all(running.map(({ stop }) => stop()))
  await client.close()
})

interface Member {
  id: number
  username: string
  call(url: string, endpoint: AnyEndpoint, input?: CallInput): Promise<{ status: number }>
}

async function join(n: number): Promise<Member> {
  const username = `member.number.${n}`
  const body = { username, name: 'Member', password: PASSWORD, age: 30, gender: 'other', orientation: 'other' }
  const anonymous = serviceClient(authUrl, shared.INTERNAL_TOKEN_SECRET, null)
  const registered = await anonymous.call(registerUser, { body })
  expect(registered.status).toBe(201)
  const [, claims = ''] = (registered.headers.get(SESSION_HEADER) ?? '').split('.')
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string } // a token of auth
  const identity = { userId: registered.body.id, sid }
  return {
    id: registered.body.id,
    username,
    call: (url, endpoint, input) => serviceClient(url, shared.INTERNAL_TOKEN_SECRET, identity).call(endpoint, input),
  }
}

/** Random numbers below a bound, the same ones in every run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * below)
  }
}
const random = createRandom(20_261_122)

function operate(me: Member, { id }: Member): Promise<{ status: number }> {
  const operations = [
    () => me.call(socialUrl, likeUser, { body: { likedId: id } }),
    () => me.call(socialUrl, likeUser, { body: { likedId: id } }),
    () => me.call(socialUrl, likeUser, { body: { likedId: id } }),
    () => me.call(socialUrl, unlikeUser, { params: { userId: id } }),
    () =>
      me.call(chatUrl, sendMessage, {
        body: { receiverId: id, content: `to ${id}`, clientMessageId: crypto.randomUUID() },
      }),
    () => me.call(chatUrl, sendMessage, { body: { receiverId: id, content: `hello ${id}` } }),
    () => me.call(socialUrl, getProfile, { params: { id } }),
    () => me.call(socialUrl, listUsers),
    () => me.call(socialUrl, readAllNotifications),
    () => me.call(authUrl, updateUser, { body: { age: 20 + random(60) } }),
    () =>
      random(4) === 0
        ? me.call(chatUrl, blockUser, { body: { blockedUserId: id } })
        : me.call(chatUrl, listConversations),
    () => me.call(adminUrl, verifyPin, { body: { pin: '0000' } }),
  ]
  return operations[random(operations.length)]?.() ?? Promise.reject(new Error('no such operation'))
}

async function eventsHandled(): Promise<void> {
  await vi.waitFor(async () => {
    for (const name of ['users', 'tombstones', 'pairs', 'notifications', 'conversations'])
      for (const database of databases)
        expect(
          await client
            .db(database)
            .collection(name)
            .countDocuments({ 'outbox.0': { $exists: true } }),
        ).toBe(0)
  }, WAIT)
  await Promise.all(handled.map((done) => done()))
}

async function tracesOf({ id: userId, username }: Member) {
  return (await findTraces(client, databases, { userId, username })).traces
}

test('SEC-120 INV-13 of accounts that are deleted while all users are busy, nothing but tombstones is left in any database', {
  timeout: 180_000,
}, async () => {
  const members: Member[] = []
  for (let n = 0; n < USERS; n++) members.push(await join(n))
  const deleted: Member[] = []
  const statuses = new Set<number>()

  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    const living = members.filter((member) => !deleted.includes(member))
    const leaver = done % 50 === 0 && done > 0 ? living[random(living.length)] : undefined
    if (leaver) expect((await leaver.call(authUrl, confirmPassword, { body: { password: PASSWORD } })).status).toBe(204)
    const work = Array.from({ length: AT_ONCE }, async () => {
      const [me, other] = [living[random(living.length)], members[random(members.length)]] // a deleted one too
      if (me && other && me !== other) statuses.add((await operate(me, other)).status)
    })
    if (leaver) {
      deleted.push(leaver)
      expect((await leaver.call(authUrl, deleteAccount)).status).toBe(204)
    }
    await Promise.all(work)
  }
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(deleted).toHaveLength(5)
  await eventsHandled()
  const ids = deleted.map(({ id }) => id)
  const people = client.db(databases[1]).collection<{ _id: number }>('people')
  expect(await people.countDocuments({ _id: { $in: ids } })).toBe(0) // by the events alone

  // as a minute later: the second pass, by other processes
  for (const database of databases)
    await client
      .db(database)
      .collection('tombstones')
      .updateMany({}, { $set: { at: new Date(Date.now() - HOUR_MS) } })
  const others = await startAll()
  await vi.waitFor(async () => {
    for (const member of deleted) expect((await tracesOf(member)).filter(({ allowed }) => !allowed)).toEqual([])
  }, WAIT)
  for (const member of deleted) expect(await tracesOf(member)).toHaveLength(3) // auth, social and chat
  await Promise.all(others.map(({ stop }) => stop()))

  const living = members.filter((member) => !deleted.includes(member))
  for (const member of living) expect((await tracesOf(member)).filter(({ allowed }) => !allowed)).not.toEqual([])
  for (const member of living) {
    const { body } = (await member.call(socialUrl, listMatches)) as { status: number; body: { id: number }[] } // of its contract
    expect(body.filter(({ id }) => ids.includes(id))).toEqual([])
  }
})
