import { Config as AdminConfig } from '@zing/admin/config'
import { start as startAdmin } from '@zing/admin/start'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as ChatConfig } from '@zing/chat/config'
import { start as startChat } from '@zing/chat/start'
import { Config as GatewayConfig } from '@zing/gateway/config'
import { start as startGateway } from '@zing/gateway/start'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import * as auth from '@zing/proto/http/auth'
import * as chat from '@zing/proto/http/chat'
import * as discovery from '@zing/proto/http/discovery'
import * as reports from '@zing/proto/http/reports'
import * as social from '@zing/proto/http/social'
import * as admin from '@zing/proto/http/staff/admin'
import * as applications from '@zing/proto/http/staff/applications'
import { namesUser } from '@zing/proto/profiles/names-user'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { type CallInput, type CallResult, callEndpoint } from '@zing/testing/client'
import { createSettingsStream } from '@zing/testing/create-settings-stream'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, expect, test, vi } from 'vitest'
import { dataUrl, drawn } from '../../../services/auth/test/pictures.ts'
import { createRandom, seedOf } from '../../../services/social/test/random.ts'

const ORIGIN = 'http://localhost:8080'
const PIN = '4711'
const PASSWORD = 'correct horse'
const CALLS = 400
const UNKNOWN_ID = 999_983

const shared = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN, RATE_PROFILE: 'off', ADMIN_PIN: PIN }
await createSettingsStream(shared.NATS_URL)
const authDatabase = testDatabase()
const env = (url = testDatabase()) => ({ ...shared, MONGO_URL: url })
const services = await Promise.all([
  startAuth(AuthConfig.parse(env(authDatabase))),
  startSocial(SocialConfig.parse(env())),
  startChat(ChatConfig.parse(env())),
  startAdmin(AdminConfig.parse(env())),
])
const [AUTH_URL, SOCIAL_URL, CHAT_URL, ADMIN_URL] = services.map(({ url }) => url)
const addresses = { AUTH_URL, SOCIAL_URL, CHAT_URL, ADMIN_URL, COOKIE_SECURE: 'false' }
const gateway = await startGateway(GatewayConfig.parse({ ...shared, ...addresses }))
const db = await mongoose.createConnection(authDatabase).asPromise()
const users = db.collection<{ _id: number; username: string; [field: string]: unknown }>('users')
afterAll(async () => {
  await Promise.all([gateway, ...services].map((running) => running.stop()))
  await db.close()
})

interface Member {
  id: number
  name: string
  cookie: string
  selfie: string | null
}

const cookieOf = (headers: Headers) => headers.getSetCookie().map((line) => line.split(';')[0])[0] ?? ''

async function join(name: string): Promise<Member> {
  const selfie = dataUrl(await drawn(1).jpeg().toBuffer())
  const details = { age: 30, gender: 'other', orientation: 'other', username: name.toLowerCase(), password: PASSWORD }
  const body = { ...details, name, selfie }
  const {
    status,
    body: user,
    headers,
  } = await untilAccepted(() => callEndpoint(gateway.url, auth.registerUser, { body }))
  expect([name, status]).toEqual([name, 201])
  return { id: user.id, name, cookie: cookieOf(headers), selfie: user.selfie }
}

/** An account that was never let in: no event has announced it. */
async function apply(name: string, status: 'pending' | 'refused'): Promise<Member> {
  const template = await users.findOne({ username: 'ann' })
  const id = 5_000_000 + name.length
  const application = { question: 'Why here?', answer: 'For the walks', at: new Date() }
  const own = { _id: id, username: name.toLowerCase(), usernameKey: name.toLowerCase(), name, outbox: [] }
  await users.insertOne({ ...template, ...own, status, application })
  const body = { username: name.toLowerCase(), password: PASSWORD }
  const { headers } = await callEndpoint(gateway.url, auth.login, { body })
  return { id, name, cookie: cookieOf(headers), selfie: null }
}

const as = <E extends AnyEndpoint>({ cookie }: Member, endpoint: E, input: CallInput = {}) =>
  callEndpoint(gateway.url, endpoint, { ...input, headers: { cookie } })

const ann = await join('Ann')
const [ben, cleo, mia] = [await join('Ben'), await join('Cleo'), await join('Mia')]
const reviewed = await join('Zrevy')
const pending = await apply('Zpendilia', 'pending')
const refused = await apply('Zrefusa', 'refused')
const hidden = [reviewed, pending, refused]
await as(mia, admin.verifyPin, { body: { pin: PIN } })
await as(mia, admin.setRole, { params: { userId: mia.id }, body: { role: 'moderator' } })
/** Invited by a member who left: the branch has nobody else. */
await users.updateOne({ _id: reviewed.id }, { $set: { invitation: { id: 1, byId: UNKNOWN_ID, label: '' } } })

test('no response to a member names a waiting account, which is answered as if unknown (10.door.unseen)', async () => {
  await seenInFeed(ann, reviewed)
  const { status, body } = await vi.waitFor(async () => {
    const params = { userId: UNKNOWN_ID }
    const decided = await as(mia, applications.decideInvited, { params, body: { decision: 'review' } })
    expect(decided.status).not.toBe(403) // the role has just been given
    return decided
  }, WAIT)
  expect([status, body.changed]).toEqual([201, 1])
  await vi.waitFor(async () => {
    const { body: feed } = await as(ann, social.listUsers)
    expect(feed.map(({ id }) => id)).not.toContain(reviewed.id)
  }, WAIT)
  expect(await as(reviewed, social.listUsers)).toMatchObject({ status: 403, body: { code: 'PENDING' } })
  expect((await as(reviewed, auth.getUser)).body.status).toBe('pending')

  const seed = seedOf(process.env)
  const random = createRandom(seed)
  for (let call = 0; call < CALLS; call++) {
    const viewer = random.pick([ann, ben, cleo])
    const action = random.pick(ACTIONS)
    const target = random.pick([...hidden, ann, ben, cleo])
    const isHidden = hidden.includes(target)
    const response = await action(viewer, target.id)
    expectUnnamed(response, `seed ${seed}, call ${call}, ${action.name} of ${target.name}`)
    if (!isHidden) continue
    const unknown = await action(viewer, UNKNOWN_ID)
    expect([seed, call, action.name, target.name, response.status, codeOf(response)]).toEqual([
      ...[seed, call, action.name, target.name],
      ...[unknown.status, codeOf(unknown)],
    ])
  }
}, 240_000)

test('once approved, members see the account, and the account sees them (10.door.unseen)', async () => {
  for (const account of hidden) {
    const params = { userId: account.id }
    const decided = await as(mia, applications.decideApplication, { params, body: { decision: 'approve' } })
    expect(decided.status).toBe(201)
    await vi.waitFor(async () => expect((await as(account, social.listUsers)).status).toBe(200), WAIT)
    await vi.waitFor(
      async () => expect((await as(mia, social.getProfile, { params: { id: account.id } })).status).toBe(200),
      WAIT,
    )
  }
})

async function seenInFeed(viewer: Member, { id }: Member): Promise<void> {
  await vi.waitFor(async () => {
    const { body } = await as(viewer, social.listUsers)
    expect(body.map((one) => one.id)).toContain(id)
  }, WAIT)
}

type Action = (viewer: Member, id: number) => Promise<CallResult<unknown>>

const LISTS: AnyEndpoint[] = [
  ...[social.listUsers, social.listMatches, social.listPastMatches, social.listBlockedPeople, social.listNotifications],
  ...[chat.getUnread, chat.listConversations, chat.listBlocks, discovery.getDiscoveryHints, auth.getUser],
]

const ACTIONS: Action[] = [
  ...LISTS.map((list) => named(list.path, (viewer) => as(viewer, list))),
  named('profile', (viewer, id) => as(viewer, social.getProfile, { params: { id } })),
  named('like', (viewer, id) => as(viewer, social.likeUser, { body: { likedId: id } })),
  named('unlike', (viewer, id) => as(viewer, social.unlikeUser, { params: { userId: id } })),
  named('pass', (viewer, id) => as(viewer, discovery.passUser, { body: { userId: id } })),
  named('unpass', (viewer, id) => as(viewer, discovery.unpassUser, { params: { userId: id } })),
  named('undo', (viewer, id) => as(viewer, discovery.undoLast, { body: { userId: id, undone: 'pass' } })),
  named('unmatch', (viewer, id) => as(viewer, discovery.unmatchUser, { params: { userId: id } })),
  named('messages', (viewer, id) => as(viewer, chat.listMessages, { params: { id } })),
  named('read', (viewer, id) => as(viewer, chat.readMessages, { params: { id } })),
  named('send', (viewer, id) => as(viewer, chat.sendMessage, { body: { receiverId: id, content: 'Hello' } })),
  named('block', (viewer, id) => as(viewer, chat.blockUser, { body: { blockedUserId: id } })),
  named('unblock', (viewer, id) => as(viewer, chat.unblockUser, { params: { id } })),
  named('report', (viewer, id) =>
    as(viewer, reports.reportUser, { body: { userId: id, category: 'other', block: false } }),
  ),
  named('photo', async (viewer, id) => {
    const version = reviewed.selfie?.split('/').at(-1) ?? ''
    const { status, headers } = await fetch(`${gateway.url}/api/selfies/${id}/${version}`, {
      headers: { cookie: viewer.cookie },
    })
    return { status, headers, body: null }
  }),
]

function named(name: string, action: Action): Action {
  return Object.defineProperty(action, 'name', { value: name })
}

function codeOf({ body }: CallResult<unknown>): unknown {
  return (body as { code?: string } | null | undefined)?.code
}

function expectUnnamed({ body }: CallResult<unknown>, which: string): void {
  const text = JSON.stringify(body ?? null)
  for (const { id, name } of hidden) {
    expect([which, name, text.includes(name)]).toEqual([which, name, false])
    expect([which, name, namesUser(body, id)]).toEqual([which, name, false])
  }
}
