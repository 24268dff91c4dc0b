import { createConnection } from 'node:net'
import { signInternalToken } from '@zing/kit/http/internal-token'
import { errors } from '@zing/proto/errors'
import * as contract from '@zing/proto/http/auth'
import { UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dataUrl, photo, plain } from '../pictures.ts'
import { setupAuth } from '../setup-auth.ts'

const { env, url, db, newUser, clientOf } = await setupAuth()

/** A picture that fails only after the decoder has read most of it. */
const whole = await plain(3_000, 3_000).jpeg({ progressive: true }).toBuffer()
const failing = dataUrl(whole.subarray(0, whole.length - 2_000))
const slow = dataUrl(await plain(4_000, 4_000).png({ progressive: true }).toBuffer(), 'png')
const tooMany = errors.tooManyRequests().body

function attemptsOf(userId: number): Promise<number> {
  const users = db.collection<{ _id: number; selfieChanges: number[] }>('users')
  return users.findOne({ _id: userId }).then((user) => user?.selfieChanges.length ?? 0)
}

test('SEC-53 sixty failing pictures of one account do not delay another registration', async () => {
  const ada = await newUser()
  const flood = Promise.all(
    Array.from({ length: 60 }, () => ada.call(contract.updateUser, { body: { selfie: failing } })),
  )
  await newUser({ selfie: await photo() })

  const responses = await flood
  const rejected = responses.filter(({ status }) => status === 429)
  const failed = responses.filter(({ status }) => status === 400)
  expect(rejected.length + failed.length).toBe(60)
  expect(failed.length).toBeLessThanOrEqual(10)
  expect(rejected.map(({ body }) => body)).toEqual(Array(rejected.length).fill(tooMany))
  expect(await attemptsOf(ada.user.id)).toBe(failed.length)
})

test('SEC-57 failing pictures count as changes: after ten, none is decoded for an hour', async () => {
  const ada = await newUser()
  const change = (selfie: string) => ada.call(contract.updateUser, { body: { selfie } })
  for (let i = 0; i < 10; i++) expect((await change(failing)).status).toBe(400)
  const rejected = await change(await photo())
  expect([rejected.status, rejected.body]).toEqual([429, tooMany])
  expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
})

test('SEC-53 photo changes of many users do not delay a registration', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => newUser()))
  const statuses: number[] = []
  const flood = users.map(async (user) => {
    const { status } = await user.call(contract.updateUser, { body: { selfie: slow } })
    expect([200, 503]).toContain(status) // a slow machine rejects jobs that waited too long
    statuses.push(status)
  })
  await vi.waitFor(async () => expect(statuses.length).toBeGreaterThan(0), WAIT)
  await newUser({ selfie: await photo() })
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(12)
  await Promise.all(flood)
})

test('SEC-53 when a client has left, its picture is not decoded', async () => {
  const [ada, ben, eve] = [await newUser(), await newUser(), await newUser()]
  const running = [ada, ben].map((user) => user.call(contract.updateUser, { body: { selfie: slow } }))
  const leaving = new AbortController()
  const token = signInternalToken(env.INTERNAL_TOKEN_SECRET, eve.identity)
  const left = fetch(`${url}${contract.updateUser.path}`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ selfie: await photo() }),
    signal: leaving.signal,
  })
  await clientOf(eve.identity).call(contract.getUser)
  leaving.abort()
  await expect(left).rejects.toThrow('abort')

  await Promise.all(running)
  await newUser({ selfie: await photo() })
  expect(await attemptsOf(eve.user.id)).toBe(0)
})

/** Opens clients that declare a large body but send only its first bytes. Returns their responses. */
function sendSlowly(count: number, length: number) {
  const { hostname, port } = new URL(url)
  const head = [
    `POST ${contract.registerUser.path} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${signInternalToken(env.INTERNAL_TOKEN_SECRET, null)}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ]
  const responses: string[] = []
  for (let i = 0; i < count; i++) {
    const socket = createConnection(Number(port), hostname)
    socket.on('data', (chunk) => responses.push(String(chunk)))
    socket.on('error', () => {}) // the service resets connections with unread data
    socket.write(`${head.join('\r\n')}\r\n\r\n{"selfie":"`)
    onTestFinished(() => void socket.destroy())
  }
  return responses
}

async function largePhoto(): Promise<string> {
  const bytes = Buffer.alloc(300_000)
  bytes.set(await plain().jpeg().toBuffer())
  return dataUrl(bytes)
}

test('SEC-53 slow uploads do not delay registrations with usual photos', async () => {
  sendSlowly(8, 500_000)
  await newUser({ selfie: await largePhoto() })
})

test('SEC-53 slow uploads delay other large uploads in their lane, for ten seconds', async () => {
  const responses = sendSlowly(1, UPLOAD_BODY_MAX_BYTES)
  const ada = await newUser({ selfie: await photo() })
  expect((await ada.call(contract.updateUser, { body: { selfie: await largePhoto() } })).status).toBe(200)
  expect(responses).toEqual([])

  await vi.waitFor(() => expect(responses).toHaveLength(1), WAIT)
  for (const response of responses) expect(response).toMatch(/^HTTP\/1\.1 503 (.*\r\n)*retry-after: 1/i)
  await newUser({ selfie: await largePhoto() })
})
