import { Config as AdminConfig } from '@zing/admin/config'
import { start as startAdmin } from '@zing/admin/start'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as ChatConfig } from '@zing/chat/config'
import { start as startChat } from '@zing/chat/start'
import { Config as GatewayConfig } from '@zing/gateway/config'
import { start as startGateway } from '@zing/gateway/start'
import { connectNats } from '@zing/kit/nats/connection'
import { readSettings } from '@zing/kit/nats/settings'
import { createLog } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { createVapidPrivateKey, vapidPublicKeyOf } from '@zing/kit/vapid-keys'
import type { AnyEndpoint } from '@zing/proto/endpoint'
import * as account from '@zing/proto/http/account'
import * as auth from '@zing/proto/http/auth'
import * as chat from '@zing/proto/http/chat'
import * as push from '@zing/proto/http/push'
import * as social from '@zing/proto/http/social'
import * as admin from '@zing/proto/http/staff/admin'
import * as moderation from '@zing/proto/http/staff/moderation'
import * as settings from '@zing/proto/http/staff/settings'
import { SESSION_CACHE_FRESH_MS } from '@zing/proto/limits'
import type { ProcessName } from '@zing/proto/processes'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { callEndpoint } from '@zing/testing/client'
import { startPushHost } from '@zing/testing/push-host'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startNatsWithPermissions } from './start-nats.ts'

const ORIGIN = 'http://localhost:8080'
const PIN = '4711'

const nats = await startNatsWithPermissions()
const VAPID_PRIVATE_KEY = createVapidPrivateKey()
const webPush = {
  VAPID_PRIVATE_KEY,
  VAPID_PUBLIC_KEY: vapidPublicKeyOf(VAPID_PRIVATE_KEY),
  PUSH_ALLOW_LOOPBACK: 'true',
}
const pushHost = await startPushHost()
const shared = { ...(await testEnv()), PUBLIC_ORIGINS: ORIGIN, RATE_PROFILE: 'off', ADMIN_PIN: PIN, ...webPush }
const env = (user: ProcessName) => ({ ...shared, NATS_URL: nats.url(user), MONGO_URL: testDatabase() })

const chatEnv = ChatConfig.parse(env('chat'))
const services = await Promise.all([
  startAuth(AuthConfig.parse(env('auth'))),
  startSocial(SocialConfig.parse(env('social'))),
  startChat(chatEnv),
  startChat(chatEnv),
  startAdmin(AdminConfig.parse({ ...env('admin'), ADMIN_USERNAMES: 'ada,iris,jane' })),
])
const [authUrl, socialUrl, chatUrl, secondChatUrl, adminUrl] = services.map(({ url }) => url)
const addresses = { AUTH_URL: authUrl, SOCIAL_URL: socialUrl, ADMIN_URL: adminUrl, COOKIE_SECURE: 'false' }
const gatewayOn = (CHAT_URL?: string) =>
  startGateway(GatewayConfig.parse({ ...env('gateway'), ...addresses, CHAT_URL }))
const gateways = await Promise.all([gatewayOn(chatUrl), gatewayOn(secondChatUrl)])
afterAll(() => Promise.all([...gateways, ...services, pushHost].map((running) => running.stop())))

type Member = Awaited<ReturnType<typeof join>>

async function join(username: string, gateway: Running | undefined) {
  const baseUrl = gateway?.url ?? ''
  const details = {
    username,
    name: username,
    password: 'correct horse',
    age: 30,
    gender: 'other',
    orientation: 'other',
  }
  const registered = await untilAccepted(() => callEndpoint(baseUrl, auth.registerUser, { body: details }))
  expect(registered.status).toBe(201)
  const cookie = registered.headers.getSetCookie().map((line) => line.split(';')[0])[0] ?? ''
  const ws = new WebSocket(`${baseUrl.replace('http', 'ws')}/ws`, { headers: { cookie, origin: ORIGIN } })
  const frames: string[] = []
  ws.on('message', (data) => frames.push(JSON.parse(String(data)).type))
  ws.on('close', (code) => frames.push(`closed ${code}`))
  ws.on('open', () => ws.send(JSON.stringify({ type: 'AUTH', userId: registered.body.id })))
  await vi.waitFor(() => expect(frames).toContain('CONNECTED'), WAIT)

  function call<E extends AnyEndpoint>(endpoint: E, body?: unknown) {
    return callEndpoint(baseUrl, endpoint, { ...(body !== undefined && { body }), headers: { cookie } })
  }
  return { id: registered.body.id, baseUrl, cookie, details, call, frames, close: () => ws.close() }
}

test.each([
  [
    'a login',
    async ({ baseUrl, cookie, details }: Member) => {
      const { username, password } = details
      return callEndpoint(baseUrl, auth.login, { body: { username, password }, headers: { cookie } })
    },
  ],
  [
    'a registration',
    async ({ baseUrl, cookie, details }: Member) => {
      const body = { ...details, username: `${details.username}.again` }
      return callEndpoint(baseUrl, auth.registerUser, { body, headers: { cookie } })
    },
  ],
])('SEC-14 %s over a live cookie ends that session and its sockets', async (what, signInAgain) => {
  const cleo = await join(what === 'a login' ? 'cleo' : 'dora', gateways[0])
  const again = await signInAgain(cleo)
  expect(again.status).toBeLessThan(300)

  await vi.waitFor(() => expect(cleo.frames).toContain('closed 1000'), WAIT)
  expect((await cleo.call(auth.getUser)).status).toBe(401)
  const cookie = again.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  expect((await callEndpoint(cleo.baseUrl, auth.getUser, { headers: { cookie } })).status).toBe(200)
})

test('SEC-120 a deleted account is gone for its match, whose socket at another process is told', async () => {
  const [eve, finn] = [await join('eve', gateways[0]), await join('finn', gateways[1])]
  await eve.call(social.likeUser, { likedId: finn.id })
  expect((await finn.call(social.likeUser, { likedId: eve.id })).body).toMatchObject({ isMatch: true })
  await vi.waitFor(async () => expect((await finn.call(chat.listConversations)).body).toHaveLength(1), WAIT)
  expect((await eve.call(admin.verifyPin, { pin: PIN })).status).toBe(403) // not in ADMIN_USERNAMES

  expect((await eve.call(account.confirmPassword, { password: eve.details.password })).status).toBe(204)
  const deleted = await eve.call(account.deleteAccount)
  expect(deleted.status).toBe(204)
  expect(deleted.headers.getSetCookie()[0]).toContain('Max-Age=0')
  expect((await eve.call(auth.getUser)).status).toBe(401)
  await vi.waitFor(() => expect(eve.frames).toContain('closed 1000'), WAIT)
  await vi.waitFor(() => expect(finn.frames.filter((type) => type === 'MATCH_ENDED')).toHaveLength(2), WAIT)
  expect((await finn.call(social.listMatches)).body).toEqual([])
  expect((await finn.call(chat.listConversations)).body).toEqual([])
  expect((await finn.call(account.confirmPassword, { password: finn.details.password })).status).toBe(204)
  expect((await finn.call(account.deleteAccount)).status).toBe(204)
})

test('an admin who has just signed up changes the settings, which admin may publish', async () => {
  const keeper = await join('jane', gateways[0])
  expect((await keeper.call(admin.verifyPin, { pin: PIN })).status).toBe(200)
  const role = { params: { userId: keeper.id }, body: { role: 'admin' }, headers: { cookie: keeper.cookie } }
  expect((await callEndpoint(keeper.baseUrl, admin.setRole, role)).status).toBe(200)
  await vi.waitFor(async () => {
    const changed = await keeper.call(settings.changeSettings, { version: 0, changes: { tagline: 'By the sea' } })
    expect(changed.status).toBe(200) // once the gateway knows the role
  }, WAIT)

  const follower = connectNats(nats.url('social'), 'social', createLog('test', 'silent'))
  const nc = await follower.connection
  await vi.waitFor(async () => expect((await readSettings(nc))?.settings.tagline).toBe('By the sea'), WAIT)
  await follower.drain()
})

test('SEC-130 a withdrawn role counts for five seconds at most, at every gateway and while used', async () => {
  const [hank, iris] = [await join('hank', gateways[0]), await join('iris', gateways[0])]
  expect((await iris.call(admin.verifyPin, { pin: PIN })).status).toBe(200)
  const grant = (role: string) =>
    callEndpoint(iris.baseUrl, admin.setRole, {
      ...{ params: { userId: hank.id }, body: { role }, headers: { cookie: iris.cookie } },
    })
  const queueAt = async (gateway: Running | undefined) => {
    const headers = { cookie: hank.cookie }
    return (await callEndpoint(gateway?.url ?? '', moderation.listCases, { headers })).status
  }
  const atBoth = () => Promise.all(gateways.map(queueAt))

  expect((await grant('moderator')).body).toMatchObject({ role: 'moderator' })
  await vi.waitFor(async () => expect(await atBoth()).toEqual([200, 200]), WAIT)
  expect((await grant('member')).body).toMatchObject({ role: 'member' })
  const withdrawnAt = performance.now()
  let lastUseMs = 0
  await vi.waitFor(async () => {
    const askedMs = performance.now() - withdrawnAt
    const statuses = await atBoth()
    if (statuses.includes(200)) lastUseMs = askedMs
    expect(statuses).toEqual([403, 403])
  }, WAIT)
  expect(lastUseMs).toBeLessThan(SESSION_CACHE_FRESH_MS)
})

test('every event, RPC, push and broadcast of the product is permitted by NATS', async () => {
  const ada = await join('ada', gateways[0])
  const ben = await join('ben', gateways[1]) // other process of chat

  // RPC from social to auth for a new user; events of social, consumed by chat
  expect((await ada.call(social.likeUser, { likedId: ben.id })).status).toBe(200)
  expect((await ben.call(social.likeUser, { likedId: ada.id })).body).toMatchObject({ isMatch: true })
  await vi.waitFor(
    () => expect([ada.frames, ben.frames].every((frames) => frames.includes('NEW_MATCH'))).toBe(true),
    WAIT,
  )

  // work of social for itself, and of chat for social, in a stream of its own
  const device = pushHost.createDevice(webPush.VAPID_PUBLIC_KEY)
  const gina = await join('gina', gateways[0])
  gina.close()
  expect((await gina.call(push.subscribeToPush, device.subscription)).status).toBe(201)
  await gina.call(social.likeUser, { likedId: ada.id })
  await ada.call(social.likeUser, { likedId: gina.id })
  await vi.waitFor(() => expect(device.received).toMatchObject([{ content: { type: 'MATCH' } }]), WAIT)
  await ada.call(chat.sendMessage, { receiverId: gina.id, content: 'hi', clientMessageId: crypto.randomUUID() })
  await vi.waitFor(() => expect(device.received[1]).toMatchObject({ content: { type: 'MESSAGE' } }), WAIT)

  // a push from one process of chat to the other
  const sent = await ada.call(chat.sendMessage, {
    receiverId: ben.id,
    content: 'hello',
    clientMessageId: crypto.randomUUID(),
  })
  expect(sent.status).toBe(201)
  await vi.waitFor(() => expect(ben.frames).toContain('NEW_MESSAGE'), WAIT)

  // an event of chat, consumed by social
  await ben.call(chat.blockUser, { blockedUserId: ada.id })
  await vi.waitFor(async () => expect((await ben.call(social.listMatches)).body).toEqual([]), WAIT)

  // a broadcast of auth to chat and gateway
  await ben.call(auth.logout)
  await vi.waitFor(() => expect(ben.frames).toContain('closed 1000'), WAIT)
  expect((await ben.call(auth.getUser)).status).toBe(401)

  // RPCs of admin to auth, social and chat
  expect((await ada.call(admin.verifyPin, { pin: PIN })).body).toEqual({ success: true })
  expect((await ada.call(admin.getStats)).body).toMatchObject({ totalUsers: 9 })
  expect((await ada.call(admin.resetAll, { pin: PIN })).body).toMatchObject({ success: true })
  await vi.waitFor(() => expect(ada.frames).toContain('closed 1000'), WAIT)

  expect(nats.violations()).toEqual([])
})
