import { randomUUID } from 'node:crypto'
import { Config as AdminConfig } from '@zing/admin/config'
import { start as startAdmin } from '@zing/admin/start'
import { fieldsNaming } from '@zing/admin/traces/fields-naming'
import { findTraces } from '@zing/admin/traces/find-traces'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as ChatConfig } from '@zing/chat/config'
import { start as startChat } from '@zing/chat/start'
import { Config as GatewayConfig } from '@zing/gateway/config'
import { start as startGateway } from '@zing/gateway/start'
import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import * as account from '@zing/proto/http/account'
import * as auth from '@zing/proto/http/auth'
import * as chat from '@zing/proto/http/chat'
import * as discovery from '@zing/proto/http/discovery'
import * as exports from '@zing/proto/http/exports'
import * as media from '@zing/proto/http/media'
import * as passkeys from '@zing/proto/http/passkeys'
import * as photos from '@zing/proto/http/photos'
import * as push from '@zing/proto/http/push'
import * as reports from '@zing/proto/http/reports'
import * as social from '@zing/proto/http/social'
import * as admin from '@zing/proto/http/staff/admin'
import * as moderation from '@zing/proto/http/staff/moderation'
import { SERVICES_WITH_DATABASE, type ServiceWithDatabase } from '@zing/proto/processes'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { type CallInput, callEndpoint } from '@zing/testing/client'
import { createSettingsStream } from '@zing/testing/create-settings-stream'
import { startPushHost } from '@zing/testing/push-host'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { strFromU8, unzipSync } from 'fflate'
import mongoose from 'mongoose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../../../services/auth/test/authenticator.ts'
import { dataUrl, drawn } from '../../../services/auth/test/pictures.ts'
import { COLLECTIONS, isOfUsers } from './user-data.ts'

const ORIGIN = 'http://localhost:8080'
const PIN = '4711'
const PASSWORD = 'correct horse'
const VAPID_PRIVATE_KEY = createVapidPrivateKey()
const VAPID_PUBLIC_KEY = vapidPublicKeyOf(VAPID_PRIVATE_KEY)

const shared = {
  ...{ ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN, RATE_PROFILE: 'normal', ADMIN_PIN: PIN },
  ...{ VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY, PUSH_ALLOW_LOOPBACK: 'true' },
}
await createSettingsStream(shared.NATS_URL)
const databaseUrls = { auth: testDatabase(), social: testDatabase(), chat: testDatabase(), admin: testDatabase() }
const databaseOf = (service: ServiceWithDatabase) => new URL(databaseUrls[service]).pathname.slice(1)
const env = (service: ServiceWithDatabase) => ({ ...shared, MONGO_URL: databaseUrls[service] })
const client = await new mongoose.mongo.MongoClient(databaseUrls.auth).connect()
const pushHost = await startPushHost()
const services = await Promise.all([
  startAuth(AuthConfig.parse(env('auth'))),
  startSocial(SocialConfig.parse(env('social'))),
  startChat(ChatConfig.parse(env('chat'))),
  startAdmin(AdminConfig.parse(env('admin'))),
])
const [AUTH_URL, SOCIAL_URL, CHAT_URL, ADMIN_URL] = services.map(({ url }) => url)
const addresses = { AUTH_URL, SOCIAL_URL, CHAT_URL, ADMIN_URL, COOKIE_SECURE: 'false' }
const gateway = await startGateway(GatewayConfig.parse({ ...shared, ...addresses }))
afterAll(async () => {
  await Promise.all([gateway, ...services, pushHost].map((running) => running.stop()))
  await client.close()
})

interface Member {
  id: number
  username: string
  cookie: string
}

const cookieOf = (headers: Headers) => headers.getSetCookie().map((line) => line.split(';')[0])[0] ?? ''

async function join(username: string, details: Record<string, unknown> = {}): Promise<Member> {
  const profile = { name: username, age: 30, gender: 'other', orientation: 'other', ...details }
  const body = { username, password: PASSWORD, ...profile }
  const registered = await untilAccepted(() => callEndpoint(gateway.url, auth.registerUser, { body }))
  expect([username, registered.status]).toEqual([username, 201])
  return { id: registered.body.id, username, cookie: cookieOf(registered.headers) }
}

/** Calls the product as a browser does; any other response than one of success fails the test. */
async function as<E extends AnyEndpoint>(member: Member, endpoint: E, input: CallInput = {}): Promise<ResponseOf<E>> {
  const headers = { cookie: member.cookie, ...input.headers }
  const { status, body } = await vi.waitFor(async () => {
    const response = await callEndpoint(gateway.url, endpoint, { ...input, headers })
    expect(response.status).not.toBe(503) // on a busy machine
    return response
  }, WAIT)
  expect([endpoint.path, status, status < 300 ? '' : body]).toEqual([endpoint.path, expect.toSatisfy(isSuccess), ''])
  return body
}
const isSuccess = (status: number) => status < 300

async function match(one: Member, other: Member): Promise<void> {
  await as(one, social.likeUser, { body: { likedId: other.id } })
  const { isMatch } = await as(other, social.likeUser, { body: { likedId: one.id } })
  expect(isMatch).toBe(true)
}

async function sendPhoto(sender: Member, receiver: Member): Promise<void> {
  const clientMessageId = randomUUID()
  const body = new Blob([new Uint8Array(await drawn(5).jpeg().toBuffer())], { type: 'image/jpeg' })
  const query = { kind: 'photo', clientMessageId, receiverId: receiver.id }
  const { id: mediaId } = await as(sender, media.uploadMedia, { query, body })
  await as(sender, chat.sendMessage, { body: { receiverId: receiver.id, clientMessageId, mediaId } })
}

async function decide(moderator: Member, user: Member, body: Record<string, unknown>): Promise<void> {
  const id = await vi.waitFor(async () => {
    const found = (await as(moderator, moderation.listCases)).find((one) => one.user.id === user.id)
    expect(found).toBeDefined()
    return found?.id ?? 0
  }, WAIT)
  await as(moderator, moderation.claimCase, { params: { id } })
  await as(moderator, moderation.decideCase, { params: { id }, body })
}

async function withRole(username: string): Promise<Member> {
  const member = await join(username)
  await as(member, admin.verifyPin, { body: { pin: PIN } })
  await as(member, admin.setRole, { params: { userId: member.id }, body: { role: 'moderator' } })
  await vi.waitFor(async () => expect((await as(member, auth.getUser)).role).toBe('moderator'), WAIT)
  return member
}

const [ben, cleo, dana, finn, gina] = [
  await join('ben', { selfie: dataUrl(await drawn(3).jpeg().toBuffer()) }),
  await join('cleo'),
  await join('dana'),
  await join('finn'),
  await join('gina'),
]
const ada = await join('ada', { selfie: dataUrl(await drawn(1).jpeg().toBuffer()) })

/** Ada does everything that a user can do. */
beforeAll(async () => {
  await suspendAndLift()
  await setUpAccount()
  await meetOthers()
  await inviteEachOther()
  await as(ada, reports.reportUser, { body: { userId: cleo.id, category: 'scam', text: 'Wants money', block: false } })
  await as(ada, admin.verifyPin, { body: { pin: PIN } })
  await as(ada, admin.verifyPin, { body: { pin: '0000' } })
}, 120_000)

/** Reported, suspended, and back after an appeal. */
async function suspendAndLift(): Promise<void> {
  const [mia, noah] = [await withRole('mia'), await withRole('noah')]
  await as(gina, reports.reportUser, { body: { userId: ada.id, category: 'threats', block: false } })
  await decide(mia, ada, { action: 'suspend', reason: 'threats', days: 3 })
  const logIn = () => callEndpoint(gateway.url, auth.login, { body: { username: ada.username, password: PASSWORD } })
  const token = await vi.waitFor(async () => {
    const { body } = await logIn()
    expect(body.suspension?.appealToken).toBeTruthy()
    return body.suspension?.appealToken
  }, WAIT)
  const appeal = await callEndpoint(gateway.url, reports.createAppeal, { body: { token, text: 'It was a joke' } })
  expect(appeal.status).toBe(201)
  await decide(noah, ada, { action: 'lift', reason: 'mistake' })
  await vi.waitFor(async () => {
    const { status, headers } = await logIn()
    expect(status).toBe(200)
    ada.cookie = cookieOf(headers)
  }, WAIT)
}

/** Gina has invited Ada, who has invited Ben. */
async function inviteEachOther(): Promise<void> {
  const users = client.db(databaseOf('auth')).collection<{ _id: number }>('users')
  for (const [{ id }, by] of [
    [ada, gina],
    [ben, ada],
  ] as const)
    await users.updateOne({ _id: id }, { $set: { invitation: { id: 1, byId: by.id, label: 'Friends' } } })
}

async function setUpAccount(): Promise<void> {
  await as(ada, auth.updateUser, { body: { bio: 'Baker by night', interests: ['tea'] } })
  await as(ada, photos.addPhoto, { body: { photo: dataUrl(await drawn(2).jpeg().toBuffer()) } })
  await as(ada, account.confirmPassword, { body: { password: PASSWORD } })
  await as(ada, account.createRecoveryCodes)
  const options = await as(ada, passkeys.createPasskeyOptions)
  const passkey = createAuthenticator(ORIGIN).create(options)
  await as(ada, passkeys.addPasskey, { body: { name: 'My phone', passkey } })
  await as(ada, push.subscribeToPush, { body: pushHost.createDevice(VAPID_PUBLIC_KEY).subscription })
  const settings = { likes: true, matches: true, messages: true, names: true, quietHours: null }
  await as(ada, push.putNotificationSettings, { body: settings })
  const preferences = { genders: [], ageMin: 20, ageMax: null, lookingFor: [] }
  await as(ada, discovery.setDiscoveryPreferences, { body: preferences })
}

async function meetOthers(): Promise<void> {
  const seen = await as(ada, social.listUsers)
  expect(seen.length).toBeGreaterThan(0)
  const photo = seen.find(({ id }) => id === ben.id)?.selfie
  expect((await fetch(`${gateway.url}${photo}`, { headers: { cookie: ada.cookie } })).status).toBe(200)
  await match(ada, ben)
  await as(ada, discovery.passUser, { body: { userId: dana.id } })
  await as(ada, chat.sendMessage, { body: { receiverId: ben.id, content: 'Hello Ben' } })
  const { id } = await as(ben, chat.sendMessage, { body: { receiverId: ada.id, content: 'Hello Ada' } })
  await sendPhoto(ada, ben)
  await as(ben, chat.sendMessage, { body: { receiverId: ada.id, content: 'Nice' } }) // unseen, which notifies her
  await as(ada, chat.setReaction, { params: { id }, body: { emoji: '❤️' } })
  await as(ada, chat.blockUser, { body: { blockedUserId: finn.id } })
  await as(ada, social.listNotifications)
}

const tracesOf = async ({ id: userId, username }: Member) => {
  const serviceOf = (database: string) =>
    SERVICES_WITH_DATABASE.find((service) => databaseOf(service) === database) ?? ''
  return (await findTraces(client, SERVICES_WITH_DATABASE.map(databaseOf), { userId, username }, serviceOf)).traces
}

/** The collections with something of a user, as "service.collection". */
async function placesOf(member: Member): Promise<string[]> {
  const traces = await tracesOf(member)
  return SERVICES_WITH_DATABASE.flatMap((service) =>
    traces
      .filter(({ database }) => database === databaseOf(service))
      .map(({ collection }) => `${service}.${collection}`),
  )
}

const listed = SERVICES_WITH_DATABASE.flatMap((service) =>
  Object.entries(COLLECTIONS[service]).map(([name, collection]) => ({ service, name, collection })),
)

test('every stored collection says what it has of users', async () => {
  const stored = SERVICES_WITH_DATABASE.map(async (service) => {
    const found = await client.db(databaseOf(service)).listCollections({}, { nameOnly: true }).toArray()
    return found.filter(({ name }) => !COLLECTIONS[service][name]).map(({ name }) => `${service}.${name}`)
  })
  expect((await Promise.all(stored)).flat(), 'add each to deploy/docker/test/user-data.ts').toEqual([])
})

test('SEC-120 the search for traces finds a user in every collection that has something of users', async () => {
  const sought = { userId: ada.id, username: ada.username }
  const unnamed = listed.flatMap(({ service, name, collection }) => {
    const example = isOfUsers(collection) && collection.example?.(ada.id)
    return example && fieldsNaming(sought, name, example).length === 0 ? [`${service}.${name}`] : []
  })
  expect(unnamed).toEqual([])
  const expected = listed.flatMap(({ service, name, collection }) =>
    isOfUsers(collection) && !collection.example && name !== 'tombstones' && name !== 'exportChunks'
      ? [`${service}.${name}`]
      : [],
  )
  await as(ada, account.confirmPassword, { body: { password: PASSWORD } })
  await as(ada, exports.createExport)
  await vi.waitFor(async () => expect(await placesOf(ada)).toEqual(expect.arrayContaining(expected)), WAIT)
})

test('SEC-112 the copy of a user’s data has every file, none of them empty', async () => {
  await as(ada, account.confirmPassword, { body: { password: PASSWORD } })
  const { url } = await as(ada, exports.createExport)
  const response = await fetch(`${gateway.url}${url}`, { headers: { cookie: ada.cookie } })
  expect(response.status).toBe(200)
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const promised = listed.flatMap(({ collection }) =>
    isOfUsers(collection) && Array.isArray(collection.copied) ? collection.copied : [],
  )
  const placeOf = (name: string) => name.replace(/^(photos|chat\/media)\/.*/, '$1/')
  expect(new Set(files.map(([name]) => placeOf(name)))).toEqual(new Set(['README.txt', ...promised]))
  const copied = JSON.parse(strFromU8(files.find(([name]) => name === 'auth/account.json')?.[1] ?? new Uint8Array()))
  expect(copied).toMatchObject({ id: ada.id, invitedBy: gina.id })
  const empty = files.filter(([name, bytes]) => /^\[?\s*\]?$/.test(name.endsWith('.json') ? strFromU8(bytes) : 'x'))
  expect(empty.map(([name]) => name)).toEqual([])
  const readme = strFromU8(files.find(([name]) => name === 'README.txt')?.[1] ?? new Uint8Array())
  expect(
    files.map(([name]) => placeOf(name)).filter((name) => name !== 'README.txt' && !readme.includes(name)),
  ).toEqual([])
})

test('SEC-120 after the deletion nothing but tombstones and sealed evidence is left', async () => {
  await as(ada, account.confirmPassword, { body: { password: PASSWORD } })
  await as(ada, account.deleteAccount)
  await vi.waitFor(async () => {
    expect((await tracesOf(ada)).filter(({ allowed }) => !allowed)).toEqual([])
    expect(await placesOf(ada)).toEqual(
      expect.arrayContaining(['auth.tombstones', 'social.tombstones', 'chat.tombstones', 'admin.evidence']),
    )
  }, WAIT)
})
