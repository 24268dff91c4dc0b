import { Config as AdminConfig } from '@zing/admin/config'
import { deleteOldEvidence } from '@zing/admin/evidence/retention'
import { createModels as createAdminModels } from '@zing/admin/models/models'
import { start as startAdmin } from '@zing/admin/start'
import { findTraces } from '@zing/admin/traces/find-traces'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as ChatConfig } from '@zing/chat/config'
import { start as startChat } from '@zing/chat/start'
import { connectNats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import type { PasskeyCreationOptions } from '@zing/proto/accounts/passkeys'
import type { Role } from '@zing/proto/accounts/roles'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import { SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword, createRecoveryCodes, deleteAccount } from '@zing/proto/http/account'
import { login, registerUser, updateUser } from '@zing/proto/http/auth'
import { blockUser, listConversations, sendMessage } from '@zing/proto/http/chat'
import { createExport } from '@zing/proto/http/exports'
import { addPasskey, createPasskeyOptions } from '@zing/proto/http/passkeys'
import { addPhoto } from '@zing/proto/http/photos'
import { createAppeal, reportUser } from '@zing/proto/http/reports'
import { getProfile, likeUser, listMatches, listUsers, readAllNotifications, unlikeUser } from '@zing/proto/http/social'
import { verifyPin } from '@zing/proto/http/staff/admin'
import { claimCase, decideCase, listCases } from '@zing/proto/http/staff/moderation'
import { EVIDENCE_KEPT_MS } from '@zing/proto/limits'
import { deleteUser, setUserRole } from '@zing/proto/nats/rpc/auth'
import { EVENT_CONSUMERS } from '@zing/proto/nats/rpc/dead-letters'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { type CallInput, serviceClient } from '@zing/testing/client'
import { createSettingsStream } from '@zing/testing/create-settings-stream'
import { createEventsHandled } from '@zing/testing/events'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import mongoose from 'mongoose'
import { afterAll, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../../services/auth/test/authenticator.ts'
import { dataUrl, drawn } from '../../../services/auth/test/pictures.ts'

const OPERATIONS = 300
const AT_ONCE = 10
const USERS = 12
const PASSWORD = 'correct horse'
const HOUR_MS = 60 * 60 * 1_000
const ORIGIN = 'http://localhost'
/**
 * Steps before which a moderator bans or suspends a user, who appeals, and an operator deletes the account. At other steps
 * users delete their own accounts.
 */
const RESTRICTIONS = new Map([
  [100, 'ban'],
  [200, 'suspend'],
])

const shared = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN, RATE_PROFILE: 'off', ADMIN_PIN: '4711' }
await createSettingsStream(shared.NATS_URL)
const urls = [testDatabase(), testDatabase(), testDatabase(), testDatabase()] as const
const [authEnv, socialEnv, chatEnv, adminEnv] = urls.map((MONGO_URL) => ({ ...shared, MONGO_URL }))
const databases = urls.map((url) => new URL(url).pathname.slice(1))
const serviceOf = (database: string) => ['auth', 'social', 'chat', 'admin'][databases.indexOf(database)] ?? ''
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
const nats = connectNats(shared.NATS_URL, 'admin', createLog('operator', 'silent'))
await nats.connection
const adminDb = await mongoose.createConnection(urls[3]).asPromise()
afterAll(async () => {
  await nats.drain()
  await Promise.all(running.map(({ stop }) => stop()))
  await adminDb.close()
  await client.close()
})

interface Result {
  status: number
  /** The response body of the called contract. */
  body: unknown
}

/** A PNG of one pixel. */
const PHOTO =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

interface Member {
  id: number
  username: string
  call(url: string, endpoint: AnyEndpoint, input?: CallInput): Promise<Result>
}

const anonymousAt = (url: string) => serviceClient(url, shared.INTERNAL_TOKEN_SECRET, null)

async function join(n: number, role?: Role): Promise<Member> {
  const username = `member.number.${n}`
  const selfie = n % 2 === 0 ? { selfie: dataUrl(await drawn(n, 120, 160).jpeg().toBuffer()) } : {}
  const profile = { name: 'Member', age: 30, gender: 'other', orientation: 'other', ...selfie }
  const body = { username, password: PASSWORD, ...profile }
  const registered = await anonymousAt(authUrl).call(registerUser, { body })
  expect(registered.status).toBe(201)
  const { id } = registered.body
  if (role) await request(nats, setUserRole, { userId: id, role })
  const [, claims = ''] = (registered.headers.get(SESSION_HEADER) ?? '').split('.')
  const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string } // a token of auth
  const identity = { userId: id, sid, ...(role && { role }) }
  return {
    id,
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

/** Sensitive calls come after the password. */
async function confirmed(me: Member, endpoint: AnyEndpoint): Promise<Result> {
  const confirmation = await me.call(authUrl, confirmPassword, { body: { password: PASSWORD } })
  return confirmation.status === 204 ? me.call(authUrl, endpoint) : confirmation
}

async function addPasskeyTo(me: Member): Promise<Result> {
  const begun = await confirmed(me, createPasskeyOptions)
  if (begun.status !== 200) return begun
  const passkey = createAuthenticator(ORIGIN).create(begun.body as PasskeyCreationOptions)
  return me.call(authUrl, addPasskey, { body: { name: 'My phone', passkey } })
}

function report(me: Member, { id }: Member): Promise<Result> {
  const body = { userId: id, category: 'harassment', text: `Number ${id} insults me`, block: random(4) === 0 }
  return me.call(adminUrl, reportUser, { body })
}

function operate(me: Member, other: Member): Promise<Result> {
  const { id } = other
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
    () =>
      me.call(authUrl, updateUser, { body: { age: 20 + random(60), bio: `I am number ${me.id}`, interests: ['tea'] } }),
    () => me.call(authUrl, addPhoto, { body: { photo: PHOTO } }),
    () =>
      random(4) === 0
        ? me.call(chatUrl, blockUser, { body: { blockedUserId: id } })
        : me.call(chatUrl, listConversations),
    () => me.call(adminUrl, verifyPin, { body: { pin: '0000' } }),
    () => report(me, other),
    () => report(me, other),
    () => addPasskeyTo(me),
    () => confirmed(me, createRecoveryCodes),
    () => confirmed(me, createExport),
  ]
  return operations[random(operations.length)]?.() ?? Promise.reject(new Error('no such operation'))
}

interface OpenCase {
  id: number
  user: { id: number }
}

async function openCases(moderator: Member): Promise<OpenCase[]> {
  const { status, body } = await untilAccepted(() => moderator.call(adminUrl, listCases, { query: { limit: 50 } }))
  expect(status).toBe(200)
  return body as OpenCase[]
}

async function decide(moderator: Member, id: number, decision: Record<string, unknown>): Promise<void> {
  const claim = () => moderator.call(adminUrl, claimCase, { params: { id } })
  expect((await untilAccepted(claim)).status).toBe(200)
  const decideIt = () => moderator.call(adminUrl, decideCase, { params: { id }, body: decision })
  expect((await untilAccepted(decideIt)).status).toBe(201)
}

/** Bans or suspends a reported user, who appeals. */
async function restrict(moderator: Member, { id, username }: Member, action: string): Promise<void> {
  const found = (await openCases(moderator)).find(({ user }) => user.id === id)
  await decide(moderator, found?.id ?? 0, { action, reason: 'harassment', ...(action === 'suspend' && { days: 3 }) })
  const token = await vi.waitFor(async () => {
    const { body } = await anonymousAt(authUrl).call(login, { body: { username, password: PASSWORD } })
    expect(body.suspension?.appealToken).toBeTruthy()
    return body.suspension?.appealToken
  }, WAIT)
  const appeal = { body: { token, text: `I am number ${id}, and it was not me` } }
  expect((await untilAccepted(() => anonymousAt(adminUrl).call(createAppeal, appeal))).status).toBe(201)
}

/** Whom the leaver blocks cannot report, so others try until there is a case. */
async function reportAs(witnesses: Member[], leaver: Member): Promise<void> {
  for (const witness of witnesses) {
    const { status } = await untilAccepted(() => report(witness, leaver))
    expect([201, 404, 409]).toContain(status)
    if (status !== 404) return
  }
}

async function leave(
  moderator: Member,
  leaver: Member,
  witnesses: Member[],
  action: string | undefined,
): Promise<void> {
  await reportAs(witnesses, leaver)
  if (!action) {
    const confirm = () => leaver.call(authUrl, confirmPassword, { body: { password: PASSWORD } })
    expect((await untilAccepted(confirm)).status).toBe(204)
    expect((await untilAccepted(() => leaver.call(authUrl, deleteAccount))).status).toBe(204)
    return
  }
  await restrict(moderator, leaver, action)
  expect(await request(nats, deleteUser, { userId: leaver.id }, WAIT.timeout)).toEqual({ isDeleted: true })
}

async function eventsHandled(): Promise<void> {
  await vi.waitFor(async () => {
    for (const name of ['users', 'tombstones', 'pairs', 'notifications', 'conversations', 'cases'])
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
  return (await findTraces(client, databases, { userId, username }, serviceOf)).traces
}

const isSome = (count: number) => count > 0
const notAllowed = async (member: Member) => (await tracesOf(member)).filter(({ allowed }) => !allowed)
const collectionsWith = async (member: Member) => (await tracesOf(member)).map(({ collection }) => collection)

test('SEC-120 INV-13 deletions under load leave only tombstones and sealed evidence in databases', {
  timeout: 300_000,
}, async () => {
  const members: Member[] = []
  for (let n = 0; n < USERS; n++) members.push(await join(n))
  const moderator = await join(USERS, 'moderator')
  const deleted: Member[] = []
  const statuses = new Set<number>()

  for (let done = 0; done < OPERATIONS; done += AT_ONCE) {
    const living = members.filter((member) => !deleted.includes(member))
    const leaver = done % 50 === 0 && done > 0 ? living[random(living.length)] : undefined
    const witnesses = living.filter((member) => member !== leaver)
    const work = Array.from({ length: AT_ONCE }, async () => {
      const [me, other] = [living[random(living.length)], members[random(members.length)]] // a deleted one too
      if (me && other && me !== other) statuses.add((await operate(me, other)).status)
    })
    const left = leaver && leave(moderator, leaver, witnesses, RESTRICTIONS.get(done))
    await Promise.all([...work, left])
    if (left) deleted.push(leaver)
  }
  expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect(deleted).toHaveLength(5)
  await eventsHandled()
  const authDb = client.db(databases[0])
  for (const name of ['passkeys', 'exports', 'exportChunks', 'selfies']) // the run has created data to erase
    expect([name, await authDb.collection(name).countDocuments()]).toEqual([name, expect.toSatisfy(isSome)])
  expect(await authDb.collection('users').countDocuments({ 'recoveryCodes.0': { $exists: true } })).toSatisfy(isSome)
  expect(await adminDb.collection('cases').countDocuments({ kind: 'appeal' })).toBe(RESTRICTIONS.size)
  expect(await adminDb.collection('cases').countDocuments({ kind: 'report', status: 'open' })).toSatisfy(isSome)
  const ids = deleted.map(({ id }) => id)
  const people = client.db(databases[1]).collection<{ _id: number }>('people')
  expect(await people.countDocuments({ _id: { $in: ids } })).toBe(0) // the events alone have removed them

  // makes the second pass due, by other processes
  for (const database of databases)
    await client
      .db(database)
      .collection('tombstones')
      .updateMany({}, { $set: { at: new Date(Date.now() - HOUR_MS) } })
  const others = await startAll()
  await vi.waitFor(async () => {
    for (const member of deleted) expect(await notAllowed(member)).toEqual([])
  }, WAIT)
  await Promise.all(others.map(({ stop }) => stop()))

  const [, banned] = deleted
  for (const member of deleted) {
    const found = await collectionsWith(member)
    expect(found.filter((name) => name === 'tombstones')).toHaveLength(3) // auth, social and chat
    expect(found).toContain('evidence') // each was reported, and the case is open or just decided
    expect(found.includes('banRecords')).toBe(member === banned)
  }
  const ban = banned && (await tracesOf(banned)).find(({ collection }) => collection === 'banRecords')
  expect(ban).toMatchObject({ allowed: 'sealed evidence', until: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) })

  const living = members.filter((member) => !deleted.includes(member))
  for (const member of living) expect(await notAllowed(member)).not.toEqual([])
  for (const member of living) {
    const { body } = (await member.call(socialUrl, listMatches)) as { status: number; body: { id: number }[] } // of its contract
    expect(body.filter(({ id }) => ids.includes(id))).toEqual([])
  }

  await closeAll(moderator)
  const models = createAdminModels(adminDb)
  await eventsHandled() // a case is deleted once its outbox is empty
  const deps = {
    models,
    nats,
    relay: { publish() {}, wake() {}, async stop() {} },
    log: createLog('operator', 'silent'),
  }
  await deleteOldEvidence(deps, new Date(Date.now() + EVIDENCE_KEPT_MS + HOUR_MS))
  expect(await models.Case.countDocuments({ userId: { $in: ids } })).toBe(0)
  const left = await models.Case.find({}, { reports: 1 }).lean()
  const kept = left.flatMap(({ reports }) => reports.map(({ id }) => id))
  expect(await models.Evidence.countDocuments({ _id: { $nin: kept } })).toBe(0)
})

/** Decides all open cases of reports; appeals of users who are gone go with their case. */
async function closeAll(moderator: Member): Promise<void> {
  const open = (await openCases(moderator)) as (OpenCase & { kind: string })[]
  for (const { id } of open.filter(({ kind }) => kind === 'report'))
    await decide(moderator, id, { action: 'dismiss', reason: 'not-enough-evidence' })
}
