import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'
import { type ApiClient, type CallError, logIn, registerOrLogIn } from '@zing/dev-env/demo/member'
import { ROOT } from '@zing/dev-env/root'
import { pathOf, type ResponseOf } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { blockUser, getUnread, listBlocks, listMessages, readMessages, sendMessage } from '@zing/proto/http/chat'
import { getProfile, likeUser, listMatches, listNotifications } from '@zing/proto/http/social'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import { WAIT } from '@zing/testing/wait'
import sharp from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { tryLock, unlock } from '../../../packages/dev-env/bootstrap/pid-lock.mjs'
import { temporaryFolder } from '../../../packages/dev-env/test/fake-environment.ts'
import { startZing } from '../../../packages/dev-env/test/setup-product.ts'

const run = promisify(execFile)
const OWN_SERVERS = { MONGO_URL: '', NATS_URL: '', DEMO: '0', RATE_PROFILE: 'off' }
const PASSWORD = 'correct horse'

/** Runs `npm run backup` or `npm run restore` on the data folder. */
async function runTool(tool: 'backup' | 'restore', dataDir: string, folder: string): Promise<string> {
  const env = { ...process.env, ...OWN_SERVERS, MONGO_DOWNLOAD: '0', DATA_DIR: dataDir }
  const args = [`deploy/backup/src/${tool}-main.ts`, folder]
  return (await run(process.execPath, args, { cwd: ROOT, env })).stdout
}

async function joinWithPhoto(baseUrl: string, name: string): Promise<ApiClient> {
  const noise = {
    width: 300,
    height: 300,
    channels: 3 as const,
    noise: { type: 'gaussian' as const, mean: 128, sigma: 30 },
  }
  const jpeg = await sharp({ create: { ...noise, background: 'white' } })
    .jpeg()
    .toBuffer()
  return registerOrLogIn(baseUrl, {
    name,
    age: 30,
    gender: 'female',
    orientation: 'bisexual',
    username: `${name.toLowerCase()}.${randomBytes(4).toString('hex')}`,
    password: PASSWORD,
    selfie: `data:image/jpeg;base64,${jpeg.toString('base64')}`,
  })
}

/** Matches two users, and waits until the event has reached chat. */
async function createMatch(one: ApiClient, other: ApiClient): Promise<void> {
  await vi.waitFor(() => one.call(likeUser, { body: { likedId: other.user.id } }), WAIT)
  await other.call(likeUser, { body: { likedId: one.user.id } })
  await vi.waitFor(() => messagesOf(one, other), WAIT)
}

function send(one: ApiClient, other: ApiClient, content: string) {
  return one.call(sendMessage, { body: { receiverId: other.user.id, content } })
}

async function messagesOf(one: ApiClient, other: ApiClient): Promise<ResponseOf<typeof listMessages>> {
  const all: ResponseOf<typeof listMessages> = []
  for (let after = 0; ; after = all.at(-1)?.seq ?? 0) {
    const query = { after: String(after), limit: String(MESSAGES_PAGE_MAX) }
    const page = await one.call(listMessages, { params: { id: other.user.id }, query })
    all.push(...page)
    if (page.length < MESSAGES_PAGE_MAX) return all
  }
}

async function photoOf(baseUrl: string, { user, cookie }: ApiClient): Promise<Buffer> {
  const response = await fetch(`${baseUrl}${user.selfie}`, { headers: { cookie } })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

function statusOf(call: Promise<unknown>): Promise<number> {
  return call.then(
    () => 200,
    ({ status }: CallError) => status,
  )
}

/** Sends messages until the returned function is called, which returns their number. */
function sendContinuously(one: ApiClient, other: ApiClient): () => Promise<number> {
  let sent = 0
  let isOver = false
  async function sendUntilStopped(): Promise<void> {
    while (!isOver) sent = (await send(one, other, `meanwhile ${sent}`)).seq
  }
  const sending = sendUntilStopped()
  return async () => {
    isOver = true
    await sending
    return sent
  }
}

test('a backup during writes can be restored on an empty machine, which then continues', {
  timeout: 240_000,
}, async () => {
  const folder = path.join(temporaryFolder(), 'backup')
  const before = await startZing(OWN_SERVERS)
  const [ann, bob, eve] = [
    await joinWithPhoto(before.url, 'Ann'),
    await joinWithPhoto(before.url, 'Bob'),
    await joinWithPhoto(before.url, 'Eve'),
  ]
  await createMatch(ann, bob)
  await createMatch(ann, eve)
  for (const text of ['one', 'two', 'three']) await send(ann, bob, text)
  await bob.call(readMessages, { params: { id: ann.user.id } })
  const early = await messagesOf(ann, bob)
  expect(early.map(({ status }) => status)).toEqual(['read', 'read', 'read'])
  await send(eve, ann, 'unread')
  await ann.call(blockUser, { body: { blockedUserId: eve.user.id } })
  const photo = await photoOf(before.url, ann)

  const stopSending = sendContinuously(ann, bob)
  expect(await runTool('backup', before.dataDir, folder)).toContain(`The backup in ${folder} is complete`)
  const sent = await stopSending()
  expect(sent).toBeGreaterThan(3)
  const all = await messagesOf(bob, ann)
  before.process.kill('SIGTERM')
  await before.exited

  const dataDir = temporaryFolder()
  expect(await runTool('restore', dataDir, folder)).toContain('Everyone has to log in again')
  const after = await startZing({ ...OWN_SERVERS, DATA_DIR: dataDir })

  // all data is restored
  const oldCookie = await fetch(`${after.url}${pathOf(getUser)}`, { headers: { cookie: ann.cookie } })
  expect(oldCookie.status).toBe(401)
  const again = (member: ApiClient) => logIn(after.url, { username: member.user.username, password: PASSWORD })
  const [ann2, bob2, eve2] = [await again(ann), await again(bob), await again(eve)]
  expect([ann2.user, bob2.user, eve2.user]).toEqual([ann.user, bob.user, eve.user])
  expect((await photoOf(after.url, ann2)).equals(photo)).toBe(true)
  expect((await ann2.call(listMatches)).map(({ id }) => id)).toEqual([bob.user.id])

  const restored = await messagesOf(bob2, ann2)
  const known = (messages: typeof all) => messages.map(({ id, seq, content }) => ({ id, seq, content }))
  expect(known(restored)).toEqual(known(all.slice(0, restored.length)))
  expect(restored.map(({ seq }) => seq)).toEqual(restored.map((_, index) => index + 1))
  expect(restored.length).toBeGreaterThanOrEqual(early.length)
  expect((await messagesOf(ann2, bob2)).slice(0, 3)).toEqual(early)
  expect((await bob2.call(getUnread)).count).toBe(restored.length - 3)
  expect((await bob2.call(listNotifications)).filter(({ type }) => type === 'MATCH')).toHaveLength(1)

  expect(await ann2.call(listBlocks)).toEqual([eve.user.id])
  expect(
    await Promise.all([
      statusOf(eve2.call(getProfile, { params: { id: ann.user.id } })),
      statusOf(eve2.call(likeUser, { body: { likedId: ann.user.id } })),
      statusOf(send(eve2, ann2, 'hello?')),
    ]),
  ).toEqual([404, 404, 403])

  // the product continues: with the next seq, unused ids and events
  const next = await send(ann2, bob2, 'after the restore')
  expect(next.seq).toBe(restored.length + 1)
  expect(next.id).toBeGreaterThan(Math.max(...all.map(({ id }) => id)))
  const zoe = await joinWithPhoto(after.url, 'Zoe')
  expect(zoe.user.id).toBeGreaterThan(eve.user.id + 1_000)
  await createMatch(zoe, bob2)
  await send(zoe, bob2, 'hi')
  await vi.waitFor(async () => {
    expect((await bob2.call(listNotifications)).filter(({ type }) => type === 'MATCH')).toHaveLength(2)
  }, WAIT)
  expect((await messagesOf(bob2, ann2)).at(-1)?.id).toBe(next.id)
})

test('a restore fails while Zing runs on the data folder', async () => {
  const dataDir = temporaryFolder()
  const lock = path.join(dataDir, 'lock')
  expect(tryLock(lock)).toBeNull()
  onTestFinished(() => unlock(lock))
  await expect(runTool('restore', dataDir, temporaryFolder())).rejects.toThrow('is in use by another Zing')
})
