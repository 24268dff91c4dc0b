import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { connectNats } from '@zing/kit/nats/connection'
import { request } from '@zing/kit/nats/rpc'
import { createLog } from '@zing/kit/observability/logger'
import { sharp } from '@zing/media/photos/sharp'
import { lookAtPicture, VISION_PICTURE_MAX_BYTES } from '@zing/proto/nats/rpc/vision'
import { likenessOf } from '@zing/proto/vision/likeness'
import type { FaceDescriptor, PictureWants } from '@zing/proto/vision/seen-picture'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { launchVision, REACHED_OUTSIDE, startVision } from './start-vision.ts'

/** Much longer than VISION_TIMEOUT_MS: the machine of a test may be busy. */
const PATIENT_MS = 60_000
/** Enough for a question that nobody answers. */
const SHORT_MS = 50
const NOTHING = { nakedness: undefined, face: undefined, faceCount: undefined, pose: undefined }

const { url } = await startNats()
const nats = connectNats(url, 'auth', createLog('test', 'silent'))
afterAll(() => nats.drain())
await nats.connection
const vision = await startVision(url)

function photo(name: string): Buffer {
  return readFileSync(new URL(`pictures/${name}.jpg`, import.meta.url))
}

function look(picture: Buffer, wants: PictureWants, timeoutMs = PATIENT_MS) {
  return request(nats, lookAtPicture, { picture: picture.toString('base64'), wants }, timeoutMs)
}

async function faceOf(picture: Buffer): Promise<FaceDescriptor> {
  const { face } = await look(picture, { face: true })
  if (!face) throw new Error('there is no face')
  return face
}

test('it finds faces, compares them, and says how well they show a pose', async () => {
  const seen = await look(photo('obama-1'), { nakedness: true, face: true, pose: 'smile' })
  expect(seen).toMatchObject({ faceCount: 1, face: { model: expect.any(String) } })
  expect(seen.pose).toBeGreaterThan(0.9)
  expect(seen.nakedness).toBeLessThan(0.1)
  const [same, other] = [await faceOf(photo('obama-3')), await faceOf(photo('astronaut'))]
  expect(likenessOf(seen.face as FaceDescriptor, same)).toBeGreaterThan(0.7)
  expect(likenessOf(seen.face as FaceDescriptor, other)).toBeLessThan(0.2)
})

test('it answers what was wanted and nothing else', async () => {
  expect(await look(photo('cat'), { nakedness: true })).toEqual({ nakedness: expect.any(Number) })
  expect(await look(photo('cat'), { face: true })).toEqual({ face: null, faceCount: 0 })
  expect(await look(photo('cat'), { pose: 'look-up' })).toEqual({ pose: 0 })
  expect(await look(photo('biden'), { pose: 'thumb-up' })).toEqual({ pose: null })
  expect({ ...NOTHING, ...(await look(photo('cat'), {})) }).toEqual(NOTHING)
})

test('a head that leans left is told from a head that leans right', async () => {
  const lean = async (degrees: number) =>
    sharp(photo('astronaut')).rotate(degrees, { background: '#000' }).jpeg().toBuffer()
  expect((await look(await lean(25), { pose: 'tilt-left' })).pose).toBeGreaterThan(0.8)
  expect((await look(await lean(25), { pose: 'tilt-right' })).pose).toBe(0)
  expect((await look(await lean(-25), { pose: 'tilt-right' })).pose).toBeGreaterThan(0.6)
})

test('a picture is seen as if no other had come before', async () => {
  const alone = await faceOf(photo('biden'))
  await faceOf(await sharp(photo('biden')).modulate({ brightness: 1.05 }).jpeg().toBuffer()) // looks alike
  await faceOf(photo('obama-1'))
  expect(await faceOf(photo('biden'))).toEqual(alone)
})

test.each<[string, () => Buffer | Promise<Buffer>]>([
  ['no bytes', () => Buffer.alloc(0)],
  ['text', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['half a JPEG', () => photo('cat').subarray(0, 20_000)],
  ['a small file of too many pixels', () => blank(9_000)],
  ['more bytes than a picture may have', () => Buffer.concat([photo('cat'), Buffer.alloc(VISION_PICTURE_MAX_BYTES)])],
])('SEC-167 %s is a 400, and the next picture is seen', async (_what, bytes) => {
  await expect(look(await bytes(), { face: true })).rejects.toMatchObject({ status: 400 })
  expect(await look(photo('cat'), { nakedness: true })).toHaveProperty('nakedness')
})

function blank(side: number): Promise<Buffer> {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#123' }, limitInputPixels: false })
    .jpeg({ quality: 1 })
    .toBuffer()
}

test('when more pictures come than may wait, it refuses the rest with a 503', async () => {
  const looks = await Promise.allSettled(Array.from({ length: 14 }, () => look(photo('cat'), { nakedness: true })))
  const refused = looks.filter(({ status }) => status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(looks.length - refused.length).toBeGreaterThan(0)
  for (const one of refused) expect(one).toMatchObject({ reason: { status: 503 } })
})

test('when it is paused or killed, the asker hears a 503, and the next process answers', async () => {
  const other = await startNats()
  const asker = connectNats(other.url, 'auth', createLog('test', 'silent'))
  onTestFinished(() => asker.drain())
  await asker.connection
  const ask = (timeoutMs: number) =>
    request(asker, lookAtPicture, { picture: photo('cat').toString('base64'), wants: { nakedness: true } }, timeoutMs)
  const first = await startVision(other.url)
  first.signal('SIGSTOP')
  await expect(ask(SHORT_MS)).rejects.toMatchObject({ status: 503 })
  first.signal('SIGKILL')
  await first.exited
  await expect(ask(SHORT_MS)).rejects.toMatchObject({ status: 503 })
  await startVision(other.url)
  await vi.waitFor(async () => expect(await ask(PATIENT_MS)).toHaveProperty('nakedness'), WAIT)
})

test('above its memory limit it answers, ends in order, and says why', async () => {
  const other = await startNats()
  const asker = connectNats(other.url, 'auth', createLog('test', 'silent'))
  onTestFinished(() => asker.drain())
  await asker.connection
  const small = await startVision(other.url, { MEMORY_LIMIT_MB: '1' })
  const question = { picture: photo('cat').toString('base64'), wants: { nakedness: true } as const }
  expect(await request(asker, lookAtPicture, question, PATIENT_MS)).toHaveProperty('nakedness')
  expect(await small.exited).toBe(0)
  expect(small.output()).toContain('above its memory limit')
})

const WARM_UP = 10
const PICTURES = 60
const GROWTH_MB = 60
const LIMIT_MB = 600

test.skipIf(process.platform !== 'linux')('its memory does not grow with the pictures', async () => {
  const ask = async (index: number) =>
    look(photo(index % 10 === 0 ? 'obama-1' : 'cat'), index % 10 === 0 ? { face: true } : { nakedness: true })
  for (let index = 0; index < WARM_UP; index++) await ask(index)
  const before = memoryOf(vision.pid)
  for (let index = 0; index < PICTURES; index++) await ask(index)
  const after = memoryOf(vision.pid)
  expect(after.resident - before.resident).toBeLessThan(GROWTH_MB)
  expect(after.highest).toBeLessThan(LIMIT_MB)
})

/** Returns sizes in MB. */
function memoryOf(pid: number): { resident: number; highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024
  return { resident: read('VmRSS'), highest: read('VmHWM') }
}

test('SEC-166 when a model file has changed, it does not start and names the file', async () => {
  const folder = await copyWith('nsfwjs', 'dist/models/mobilenet_v2_mid/group1-shard2of2.min.js')
  const changed = launchVision({ NATS_URL: url, PORT: '0' }, [path.join(folder, 'services/vision/src/main.ts')])
  expect(await changed.exited).toBe(1)
  expect(changed.output()).toContain('group1-shard2of2.min.js is not the reviewed file')
})

/** A checkout in which one file of a package has one more byte. */
async function copyWith(changedPackage: string, file: string): Promise<string> {
  const root = new URL('../../..', import.meta.url).pathname
  const folder = await mkdtemp(path.join(tmpdir(), 'zing-vision-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(path.join(root, 'services/vision/src'), path.join(folder, 'services/vision/src'), { recursive: true })
  await cp(path.join(root, 'services/vision/package.json'), path.join(folder, 'services/vision/package.json'))
  const packages = path.join(folder, 'node_modules')
  await mkdir(packages)
  for (const name of ['@zing', '@tensorflow', '@vladmandic', 'prom-client', 'zod'])
    await symlink(path.join(root, 'node_modules', name), path.join(packages, name))
  await cp(path.join(root, 'node_modules', changedPackage), path.join(packages, changedPackage), { recursive: true })
  await writeFile(path.join(packages, changedPackage, file), '\n', { flag: 'a' })
  return folder
}

test('SEC-165 vision reaches nothing outside, and the guard ends a process that tries', async () => {
  const curious = launchVision({}, ['--eval', "fetch('http://192.0.2.1/model.json').catch(() => {})"])
  expect(await curious.exited).toBe(REACHED_OUTSIDE)
  expect(curious.output()).toContain('tried to reach 192.0.2.1')
  const asking = launchVision({}, ['--eval', "fetch('https://cdn.example/model.json').catch(() => {})"])
  expect(await asking.exited).toBe(REACHED_OUTSIDE)
  expect(vision.output()).not.toContain('tried to reach')
  expect(await look(photo('cat'), { nakedness: true })).toHaveProperty('nakedness') // it still runs
})
