import { Config as AdminConfig } from '@zing/admin/config'
import { start as startAdmin } from '@zing/admin/start'
import { Config as AuthConfig } from '@zing/auth/config'
import { start as startAuth } from '@zing/auth/start'
import { Config as GatewayConfig } from '@zing/gateway/config'
import { start as startGateway } from '@zing/gateway/start'
import type { AnyEndpoint, ResponseOf } from '@zing/proto/endpoint'
import * as auth from '@zing/proto/http/auth'
import { getClientConfig } from '@zing/proto/http/client-config'
import { setDiscoveryPreferences } from '@zing/proto/http/discovery'
import * as social from '@zing/proto/http/social'
import * as admin from '@zing/proto/http/staff/admin'
import * as settings from '@zing/proto/http/staff/settings'
import * as verifications from '@zing/proto/http/staff/verifications'
import * as verification from '@zing/proto/http/verification'
import type { ProcessName } from '@zing/proto/processes'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { Config as SocialConfig } from '@zing/social/config'
import { start as startSocial } from '@zing/social/start'
import { type CallInput, callEndpoint } from '@zing/testing/client'
import { serveFakeVision } from '@zing/testing/fake-vision'
import { testDatabase, testEnv } from '@zing/testing/servers'
import { untilAccepted } from '@zing/testing/until-accepted'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { dataUrl, drawn } from '../../../services/auth/test/pictures.ts'
import { startNatsWithPermissions } from './start-nats.ts'

const PIN = '4711'
const nats = await startNatsWithPermissions()
const shared = {
  ...(await testEnv()),
  ...{ PUBLIC_ORIGINS: 'http://localhost:8080', RATE_PROFILE: 'off', ADMIN_PIN: PIN },
}
const env = (user: ProcessName) => ({ ...shared, NATS_URL: nats.url(user), MONGO_URL: testDatabase() })
const services = await Promise.all([
  startAuth(AuthConfig.parse(env('auth'))),
  startSocial(SocialConfig.parse(env('social'))),
  startAdmin(AdminConfig.parse(env('admin'))),
])
const [AUTH_URL, SOCIAL_URL, ADMIN_URL] = services.map(({ url }) => url)
const addresses = { AUTH_URL, SOCIAL_URL, ADMIN_URL, CHAT_URL: 'http://127.0.0.1:1', COOKIE_SECURE: 'false' }
const gateway = await startGateway(GatewayConfig.parse({ ...env('gateway'), ...addresses }))
afterAll(() => Promise.all([gateway, ...services].map((running) => running.stop())))

/** Registers a member with a photo. */
async function join(username: string) {
  const selfie = dataUrl(await drawn(username.length).jpeg().toBuffer())
  const details = { name: username, age: 30, gender: 'other', orientation: 'other', selfie }
  const body = { username, password: 'correct horse', ...details }
  const registered = await untilAccepted(() => callEndpoint(gateway.url, auth.registerUser, { body }))
  expect(registered.status).toBe(201)
  const cookie = registered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const call = <E extends AnyEndpoint>(endpoint: E, input: CallInput = {}) =>
    callEndpoint(gateway.url, endpoint, { ...input, headers: { cookie } })
  const get = async (path: string) => fetch(`${gateway.url}${path}`, { headers: { cookie } })
  return { id: registered.body.id, call, get }
}
type Member = Awaited<ReturnType<typeof join>>

const configured = async () => (await callEndpoint(gateway.url, getClientConfig, {})).body.verification
const picture = async (seed: number) =>
  new Blob([new Uint8Array(await drawn(seed).jpeg().toBuffer())], { type: 'image/jpeg' })

async function becomeModerator(username: string): Promise<Member> {
  const member = await join(username)
  await member.call(admin.verifyPin, { body: { pin: PIN } })
  await member.call(admin.setRole, { params: { userId: member.id }, body: { role: 'admin' } })
  await vi.waitFor(async () => expect((await member.call(auth.getUser)).body.role).toBe('admin'), WAIT)
  return member
}

async function cardOf(
  { id }: Member,
  viewer: Member,
): Promise<ResponseOf<typeof social.listUsers>[number] | undefined> {
  return (await viewer.call(social.listUsers, { query: { scope: 'discover' } })).body.find((card) => card.id === id)
}

test('a member is verified through every process, with the rights that each has at the broker', async () => {
  const face = { model: 'fake', values: 'Zmg=' }
  const vision = await serveFakeVision(nats.url('vision'), ({ pose }) => ({ face, ...(pose && { pose: 0.8 }) }))
  const [ada, ben, mia] = [await join('ada'), await join('ben'), await becomeModerator('mia')]
  expect(await configured()).toBeUndefined()
  const { version } = (await mia.call(settings.getSettings)).body
  const changes = { people: { verification: 'required' } }
  await vi.waitFor(async () => {
    const { status } = await mia.call(settings.changeSettings, { body: { version, changes } })
    expect([200, 409]).toContain(status)
    expect(await configured()).toBe('required')
  }, WAIT)
  await vi.waitFor(async () => {
    const refused = await ada.call(social.likeUser, { body: { likedId: ben.id } })
    expect([refused.status, refused.body.code]).toEqual([403, 'VERIFICATION_NEEDED'])
  }, WAIT)

  const begun = await vi.waitFor(async () => {
    const response = await ada.call(verification.startVerification, { body: { consent: true } })
    expect(response.status).toBe(201)
    return response.body
  }, WAIT)
  for (const seed of [31, 32])
    expect(
      (await ada.call(verification.addFrame, { params: { id: begun.id }, body: await picture(seed) })).status,
    ).toBe(201)
  const queued = await vi.waitFor(async () => {
    const found = (await mia.call(verifications.listVerifications)).body.find(({ user }) => user.id === ada.id)
    expect(found?.signs).not.toBeNull()
    expect(found).toBeDefined()
    return found
  }, WAIT)
  expect(queued?.frames.map(({ pose }) => pose)).toEqual(begun.poses)
  for (const path of [queued?.photo, ...(queued?.frames ?? []).map((frame) => frame.path)]) {
    const shown = await mia.get(path ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect((await ben.get(path ?? '')).status).toBe(403)
  }
  expect((await ada.call(auth.getUser)).body.verified, 'whatever vision says').toBe(false)

  const decision = { params: { id: begun.id }, body: { decision: 'verify' } }
  expect((await mia.call(verifications.decideVerification, decision)).status).toBe(201)
  expect((await mia.call(verifications.decideVerification, decision)).status).toBe(409)
  expect((await ada.call(auth.getUser)).body).toMatchObject({ verified: true, verification: { state: 'verified' } })
  await vi.waitFor(async () => expect((await cardOf(ada, ben))?.verified).toBe(true), WAIT)
  const told = { query: { types: 'VERIFICATION' } }
  await vi.waitFor(async () => {
    const { body } = await ada.call(social.listNotifications, told)
    expect(body).toMatchObject([{ type: 'VERIFICATION', payload: { verified: true }, readAt: null }])
  }, WAIT)
  expect((await ben.call(social.listNotifications, told)).body).toEqual([])
  expect((await ada.call(social.likeUser, { body: { likedId: ben.id } })).status).toBe(200)
  await mia.call(setDiscoveryPreferences, { body: { ...NO_PREFERENCES, verifiedOnly: true } })
  expect([await cardOf(ada, mia), await cardOf(ben, mia)]).toEqual([expect.anything(), undefined])

  await ada.call(verification.withdrawVerification)
  await vi.waitFor(async () => expect(await cardOf(ada, ben)).not.toHaveProperty('verified'), WAIT)
  await vision.stop()
})
