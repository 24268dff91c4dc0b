import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathOf } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { getMedia, uploadMedia } from '@zing/proto/http/media'
import { likeUser } from '@zing/proto/http/social'
import { setRole, verifyPin } from '@zing/proto/http/staff/admin'
import { changeSettings, getSettings } from '@zing/proto/http/staff/settings'
import { decideVerification, listVerifications } from '@zing/proto/http/staff/verifications'
import { addFrame, startVerification } from '@zing/proto/http/verification'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { registerOrLogIn } from '../src/demo/member.ts'
import { readAddresses } from '../src/state/addresses-file.ts'
import { startZing } from './setup-product.ts'

const VISION_TEST = new URL('../../../services/vision/test/', import.meta.url)
/** Ends each Node process of the product that tries to reach another machine, and says so. */
const GUARD = new URL('refuse-outside.ts', VISION_TEST).href
const ADMIN_PIN = '4711'

const pictureOf = (name: string) => readFileSync(new URL(`pictures/${name}.jpg`, VISION_TEST))

async function picturesSeen(dataDir: string): Promise<number> {
  const { processes } = await readAddresses(dataDir)
  const vision = processes.find(({ service }) => service === 'vision')
  const metrics = await (await fetch(vision?.metricsUrl ?? '')).text()
  return Number(/^zing_vision_picture_seconds_count(?:\{.*\})? (\d+)$/m.exec(metrics)?.[1])
}

test('sign-up, verification and a photo message reach nothing outside of the machine (SEC-165)', async () => {
  const { url, dataDir, printed } = await startZing({ NODE_OPTIONS: `--import ${GUARD}`, ADMIN_PIN }, ['--vision'])
  const register = (name: string, more = {}) =>
    registerOrLogIn(url, {
      ...{ name, age: 30, gender: 'male', orientation: 'bisexual', password: 'correct horse', ...more },
      username: `${name}.${randomUUID().slice(0, 8)}`,
    })
  const keeper = await register('keeper')
  await keeper.call(verifyPin, { body: { pin: ADMIN_PIN } })
  await keeper.call(setRole, { params: { userId: keeper.user.id }, body: { role: 'admin' } })
  const people = { verification: 'offered', nakednessFrom: 70 }
  await vi.waitFor(async () => {
    const { version } = await keeper.call(getSettings)
    await keeper.call(changeSettings, { body: { version, changes: { people } } })
  }, WAIT)

  const selfie = `data:image/jpeg;base64,${pictureOf('obama-1').toString('base64')}`
  const [ada, ben] = await Promise.all([register('ada', { selfie }), register('ben')])
  const begun = await vi.waitFor(() => ada.call(startVerification, { body: { consent: true } }), WAIT)
  for (const name of ['obama-2', 'obama-3'])
    await ada.call(addFrame, { params: { id: begun.id }, file: pictureOf(name) })
  await vi.waitFor(async () => {
    const [waiting] = await keeper.call(listVerifications)
    expect(waiting?.signs?.likeness).toBeGreaterThan(0.5)
  }, WAIT)
  await keeper.call(decideVerification, { params: { id: begun.id }, body: { decision: 'verify' } })
  await vi.waitFor(async () => expect((await ada.call(getUser)).verified).toBe(true), WAIT)

  await Promise.all([
    ada.call(likeUser, { body: { likedId: ben.user.id } }),
    ben.call(likeUser, { body: { likedId: ada.user.id } }),
  ])
  await vi.waitFor(() => ada.call(sendMessage, { body: { receiverId: ben.user.id, content: 'hello' } }), WAIT)
  await ben.call(sendMessage, { body: { receiverId: ada.user.id, content: 'hello' } }) // photos begin when both have written
  const before = await picturesSeen(dataDir)
  const clientMessageId = randomUUID()
  const photo = await vi.waitFor(
    () =>
      ada.call(uploadMedia, {
        query: { kind: 'photo', clientMessageId, receiverId: String(ben.user.id) },
        file: pictureOf('beach'),
      }),
    WAIT,
  )
  const body = { receiverId: ben.user.id, content: '', mediaId: photo.id, clientMessageId }
  expect((await ada.call(sendMessage, { body })).kind).toBe('photo')
  await vi.waitFor(async () => expect(await picturesSeen(dataDir)).toBeGreaterThan(before), WAIT)
  const seen = await fetch(`${url}${pathOf(getMedia, { id: photo.id })}`, { headers: { cookie: ben.cookie } })
  expect(seen.headers.get('content-type')).toMatch(/^image\//)
  expect(printed()).not.toContain('tried to reach')
})
