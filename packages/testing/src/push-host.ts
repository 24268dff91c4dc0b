import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const CURVE = 'prime256v1'
const BODY_MAX_BYTES = 4_096
const TOPIC = /^[A-Za-z0-9_-]{1,32}$/
const URGENCIES = ['very-low', 'low', 'normal', 'high']
const DAY_SECONDS = 24 * 60 * 60

/** A push in the right form, with its content as the browser decrypts it. */
export interface ReceivedPush {
  status: number | 'hang'
  topic: string | undefined
  urgency: string | undefined
  ttlSeconds: number
  content: unknown
  bytes: number
  at: number
}

/** The host's response to a push: 201 at once unless a test sets another. */
export type PushAnswer = number | 'hang' | { status: number; retryAfter?: string; delayMs?: number }

export interface PushDevice {
  /** The result of `PushSubscription.toJSON()`. */
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } }
  received: ReceivedPush[]
  /** Sets the answers to the next pushes; the last one stays. */
  answerWith(...answers: PushAnswer[]): void
}

export interface PushHost {
  url: string
  /** Creates a device that accepts pushes of one server only; without a key, of any server. */
  createDevice(vapidPublicKey?: string): PushDevice
  /** Violations of the RFCs in received pushes. */
  problems: string[]
  /** Times at which a connection ended before the response: its push is not received. */
  interruptedAt: number[]
  stop(): Promise<void>
}

interface Device extends PushDevice {
  keys: ECDH
  auth: Buffer
  vapidPublicKey: string | undefined
  answers: PushAnswer[]
}

/**
 * Starts a push host on loopback that speaks RFC 8030. It checks pushes with code of its own. It verifies the server's
 * signature (RFC 8292) and the encryption for the device (RFC 8291, RFC 8188). Its devices are at `publicPort`, if
 * something else listens there and forwards to `port`.
 */
export async function startPushHost({ port = 0, publicPort = 0 } = {}): Promise<PushHost> {
  const devices = new Map<string, Device>()
  const problems: string[] = []
  const interruptedAt: number[] = []
  const server = createServer((request, response) => {
    accept(request, response).catch((error: unknown) => {
      if (!(error instanceof Refusal) && request.socket.destroyed) return void interruptedAt.push(Date.now())
      problems.push(String(error))
      if (!response.headersSent) response.writeHead(error instanceof Refusal ? error.status : 400).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${publicPort || (server.address() as AddressInfo).port}` // it listens on a port

  async function accept(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const device = devices.get(request.url ?? '')
    if (!device) return void response.writeHead(404).end()
    const push = readPush(request, body, { device, origin })
    const answer = device.answers.length > 1 ? device.answers.shift() : device.answers[0]
    const { status, retryAfter: seconds, delayMs = 0 } = typeof answer === 'object' ? answer : { status: answer ?? 201 }
    if (delayMs > 0) await pause(delayMs)
    if (request.socket.destroyed) return void interruptedAt.push(Date.now())
    device.received.push({ ...push, status, at: Date.now() })
    if (status === 'hang') return
    const retryAfter = seconds ? { 'retry-after': seconds } : {}
    const location = status === 201 ? { location: `${origin}/message/${randomUUID()}` } : {}
    response.writeHead(status, { ...retryAfter, ...location }).end()
  }

  return {
    url: origin,
    problems,
    interruptedAt,
    createDevice(vapidPublicKey) {
      const path = `/push/${randomUUID()}`
      const keys = createECDH(CURVE)
      keys.generateKeys()
      const auth = randomBytes(16)
      const device: Device = {
        ...{ keys, auth, vapidPublicKey, answers: [], received: [] },
        subscription: {
          endpoint: `${origin}${path}`,
          keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
        },
        answerWith(...answers) {
          device.answers = answers
        },
      }
      devices.set(path, device)
      return device
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

function check(isMet: boolean, problem: string, status = 400): asserts isMet {
  if (!isMet) throw new Refusal(status, problem)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Expected {
  device: Device
  origin: string
}

function readPush(request: IncomingMessage, body: Buffer, { device, origin }: Expected) {
  const { headers } = request
  check(request.method === 'POST', 'a push is not a POST')
  check(body.length > 0 && body.length <= BODY_MAX_BYTES, `a push has ${body.length} bytes`, 413)
  checkSignature(headers.authorization, origin, device.vapidPublicKey)
  const ttlSeconds = Number(headers.ttl)
  check(Number.isInteger(ttlSeconds) && ttlSeconds >= 0, `TTL is ${headers.ttl}`)
  const [topic, urgency] = [headers.topic, headers.urgency].map((value) => value?.toString())
  check(topic === undefined || TOPIC.test(topic), `topic is ${topic}`)
  check(urgency === undefined || URGENCIES.includes(urgency), `urgency is ${urgency}`)
  check(headers['content-encoding'] === 'aes128gcm', `encoding is ${headers['content-encoding']}`)
  return { topic, urgency, ttlSeconds, bytes: body.length, content: JSON.parse(decrypt(body, device).toString('utf8')) }
}

/** Checks the JWT of RFC 8292: for this host, valid for at most a day, signed with the header's key. */
function checkSignature(authorization: string | undefined, origin: string, expectedKey: string | undefined): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  check(Boolean(signature), 'no VAPID signature', 401)
  check(expectedKey === undefined || key === expectedKey, 'signed by another server than the subscribed one', 403)
  const point = Buffer.from(key, 'base64url')
  check(point.length === 65, 'the VAPID key is no point', 401)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' }) // x and y are texts
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  check(isSigned, 'wrong VAPID signature', 401)
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1_000
  check(alg === 'ES256', `algorithm is ${alg}`, 401)
  check(aud === origin, `the signature is for ${aud}`, 401)
  check(exp > now && exp <= now + DAY_SECONDS + 60, `the signature expires at ${exp}`, 401)
  check(/^(mailto:|https:)/.test(sub), `the subject is ${sub}`, 401)
}

/** RFC 8291 on top of RFC 8188, with one record. */
function decrypt(body: Buffer, { keys, auth }: Device): Buffer {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  check(keyLength === 65, `the key has ${keyLength} bytes`)
  check(record.length <= recordSize, 'more than one record')

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), senderKey])
  const secret = hkdf({ salt: auth, secret: keys.computeSecret(senderKey), info, bytes: 32 })
  const contentKey = hkdf({ salt, secret, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 })
  const nonce = hkdf({ salt, secret, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 })

  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  check(padded[end] === 2, 'the last record has no delimiter')
  return padded.subarray(0, end)
}

/** RFC 5869, for one block. */
function hkdf({ salt, secret, info, bytes }: { salt: Buffer; secret: Buffer; info: Buffer; bytes: number }): Buffer {
  const key = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', key).update(info).update(Buffer.of(1)).digest().subarray(0, bytes)
}
