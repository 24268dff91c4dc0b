import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { errors } from '@zing/proto/errors'
import { DEVICE_HEADER, SESSION_HEADER } from '@zing/proto/headers'
import { confirmPassword, createRecoveryCodes, recoverAccount } from '@zing/proto/http/account'
import { getUser, registerUser } from '@zing/proto/http/auth'
import { createExport } from '@zing/proto/http/exports'
import { addPasskey, createLoginOptions, createPasskeyOptions, logInWithPasskey } from '@zing/proto/http/passkeys'
import * as contract from '@zing/proto/http/suspended'
import { sanctionImposed, sanctionLifted, userDeleted } from '@zing/proto/nats/events'
import { getExportedAppeals, getExportedDecisions, getExportedReports } from '@zing/proto/nats/rpc/admin'
import { getAppellant } from '@zing/proto/nats/rpc/auth'
import { getExportedBlocks, getExportedChatSettings, getExportedMessages } from '@zing/proto/nats/rpc/chat'
import {
  getExportedDiscovery,
  getExportedNotificationSettings,
  getExportedNotifications,
  getExportedPairs,
  getExportedPasses,
} from '@zing/proto/nats/rpc/social'
import { request } from '@zing/testing/request'
import { WAIT } from '@zing/testing/wait'
import { strFromU8, unzipSync } from 'fflate'
import { describe, expect, test, vi } from 'vitest'
import { createAuthenticator } from '../authenticator.ts'
import { dataUrl, drawn } from '../pictures.ts'
import { newDetails, ORIGIN, PASSWORD, setupAuth } from '../setup-auth.ts'

const { nats, db, url, events, anonymous, newUser, logIn, publishEvent, eventsHandled, fetchAs } = await setupAuth()
const banRecords = db.collection<{ _id: number; photoHashes: string[] }>('banRecords')
const users = db.collection<{ _id: number }>('users')
type User = Awaited<ReturnType<typeof newUser>>

const nothing = async () => ({ items: [], next: null })
serveRpc(nats, 'others', [
  rpcHandler(getExportedPairs, nothing),
  rpcHandler(getExportedPasses, nothing),
  rpcHandler(getExportedDiscovery, nothing),
  rpcHandler(getExportedNotifications, nothing),
  rpcHandler(getExportedNotificationSettings, nothing),
  rpcHandler(getExportedMessages, nothing),
  rpcHandler(getExportedBlocks, nothing),
  rpcHandler(getExportedChatSettings, nothing),
  rpcHandler(getExportedDecisions, nothing),
  rpcHandler(getExportedAppeals, nothing),
  rpcHandler(getExportedReports, nothing),
])
await (await nats.connection).flush()

const selfie = async () => dataUrl(await drawn(1).jpeg().toBuffer())
const invalid = [403, errors.dataTokenInvalid().body]
let decisions = 9_000

/** Decides as admin does. Resolves when auth has handled the event. */
async function take({ user }: User, action: 'suspend' | 'ban' = 'ban') {
  decisions += 1
  const until = action === 'ban' ? null : new Date(Date.now() + 60 * 60 * 1_000).toISOString()
  const decision = { userId: user.id, decisionId: decisions, action, reason: 'scam' as const, text: null, field: null }
  await publishEvent(sanctionImposed, { ...decision, until })
  await eventsHandled()
  return decision
}

/** The token in the response to a refused login. */
async function tokenOf({ user }: User): Promise<string> {
  const { status, body } = await logIn(user.username)
  expect([status, body.code]).toEqual([403, 'SUSPENDED'])
  return body.suspension?.dataToken ?? ''
}

function exportWith(token: string) {
  return anonymous.call(contract.exportSuspended, { body: { token } })
}

function deleteWith(token: string) {
  return anonymous.call(contract.deleteSuspended, { body: { token } })
}

describe('SEC-149 a user who cannot sign in', () => {
  test('the token of the refused login provides a copy of their data, once', async () => {
    const ada = await newUser({ selfie: await selfie() })
    await take(ada)
    const { status, body } = await exportWith(await tokenOf(ada))
    expect(status).toBe(200)
    const response = await fetchAs(null, body.url)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip'])
    const files = unzipSync(Buffer.from(await response.arrayBuffer()))
    const account = JSON.parse(strFromU8(files['auth/account.json'] ?? new Uint8Array()))
    expect(account).toMatchObject({ id: ada.user.id, username: ada.user.username })
    expect(Object.keys(files)).toContainEqual(expect.stringMatching(/^photos\//))
    await vi.waitFor(async () => expect((await fetchAs(null, body.url)).status).toBe(404), WAIT)
  })

  test('the token deletes the account, and the record of the ban stays', async () => {
    const ada = await newUser({ selfie: await selfie() })
    const { decisionId } = await take(ada)
    const token = await tokenOf(ada)
    expect((await deleteWith(token)).status).toBe(204)
    expect(await users.countDocuments({ _id: ada.user.id })).toBe(0)
    expect((await logIn(ada.user.username)).status).toBe(401)
    await vi.waitFor(() => expect(events.of(userDeleted).map(({ userId }) => userId)).toContain(ada.user.id), WAIT)
    expect((await banRecords.findOne({ _id: decisionId }))?.photoHashes).toHaveLength(1)
    const again = await deleteWith(token)
    expect([again.status, again.body]).toEqual(invalid)
    const details = newDetails({ username: ada.user.username })
    expect((await anonymous.call(registerUser, { body: details })).status).toBe(409)
  })

  test('the user is recognised later, even if the deletion precedes the record of the ban', async () => {
    const ada = await newUser({ selfie: await selfie() })
    const { decisionId } = await take(ada)
    await banRecords.deleteOne({ _id: decisionId }) // as if auth were still handling the event
    expect((await deleteWith(await tokenOf(ada))).status).toBe(204)
    expect((await banRecords.findOne({ _id: decisionId }))?.photoHashes).toHaveLength(1)
  })

  test('a suspension leaves no record of a ban', async () => {
    const ada = await newUser({ selfie: await selfie() })
    const { decisionId } = await take(ada, 'suspend')
    expect((await deleteWith(await tokenOf(ada))).status).toBe(204)
    expect(await banRecords.countDocuments({ _id: decisionId })).toBe(0)
  })

  test('a refused passkey and a refused recovery code provide the token too', async () => {
    const ada = await newUser()
    await ada.call(confirmPassword, { body: { password: PASSWORD } })
    const authenticator = createAuthenticator(ORIGIN)
    const created = authenticator.create((await ada.call(createPasskeyOptions)).body)
    expect((await ada.call(addPasskey, { body: { name: 'My phone', passkey: created } })).status).toBe(201)
    const { codes } = (await ada.call(createRecoveryCodes)).body
    await take(ada, 'suspend')

    const { id, options } = (await anonymous.call(createLoginOptions)).body
    const signedIn = await anonymous.call(logInWithPasskey, { body: { id, passkey: authenticator.sign(options) } })
    expect((await exportWith(signedIn.body.suspension?.dataToken ?? '')).status).toBe(200)
    const recovery = { username: ada.user.username, code: codes[0], newPassword: 'battery staple' }
    const recovered = await anonymous.call(recoverAccount, { body: recovery })
    expect((await deleteWith(recovered.body.suspension?.dataToken ?? '')).status).toBe(204)
  })
})

describe('SEC-149 the token of a refused login', () => {
  test('it opens nothing else', async () => {
    const ada = await newUser()
    await take(ada, 'suspend')
    const token = await tokenOf(ada)
    for (const path of [getUser.path, createExport.path]) {
      const method = path === getUser.path ? 'GET' : 'POST'
      const response = await fetch(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
      expect(response.status).toBe(401)
    }
    const refused = await logIn(ada.user.username)
    expect([refused.headers.get(SESSION_HEADER), refused.headers.get(DEVICE_HEADER)]).toEqual([null, null])
    expect(await request(nats, getAppellant, { token })).toBeNull()
  })

  test('it is invalid once the suspension is over, and then changes nothing', async () => {
    const ada = await newUser()
    const decision = await take(ada, 'suspend')
    const token = await tokenOf(ada)
    await publishEvent(sanctionLifted, decision)
    await eventsHandled()
    for (const call of [exportWith, deleteWith]) {
      const { status, body } = await call(token)
      expect([status, body]).toEqual(invalid)
    }
    expect((await logIn(ada.user.username)).status).toBe(200)
  })

  test.each(['ada', '', 'a.b', 'a.b.c'])('it is refused if it is %j', async (token) => {
    for (const call of [exportWith, deleteWith]) expect((await call(token)).status).toBe(token === 'a.b.c' ? 403 : 400)
  })

  test('when a session or another link names a copy, it cannot open it', async () => {
    const [ada, ben] = [await newUser(), await newUser()]
    await ben.call(confirmPassword, { body: { password: PASSWORD } })
    const ofSession = (await ben.call(createExport)).body.url
    expect((await fetchAs(null, ofSession.replace('/account/', '/suspended/'))).status).toBe(404)
    await take(ada)
    const { body } = await exportWith(await tokenOf(ada))
    const asSession = body.url.replace('/suspended/', '/account/')
    expect((await fetchAs(ada.identity, asSession)).status).toBe(404)
    expect((await fetchAs(ben.identity, asSession)).status).toBe(404)
  })
})
