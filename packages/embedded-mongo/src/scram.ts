import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

export const MECHANISM = 'SCRAM-SHA-256'
const ITERATIONS = 15_000 // as in MongoDB
const SALT_BYTES = 28
const NONCE_BYTES = 24
const KEY_BYTES = 32
const NO_CHANNEL_BINDING = 'n,,'
const FIRST = /^n,,(n=([^,]+),r=([^,]+))$/
const FINAL = /^(c=biws,r=([^,]+)),p=([^,]+)$/

/** The stored form of a password (RFC 5802); base64. */
export interface Credentials {
  iterationCount: number
  salt: string
  storedKey: string
  serverKey: string
}

/** The server's side of one authentication, after its first reply. */
export interface Conversation {
  credentials: Credentials
  nonce: string
  /** Both first messages, which the proof covers. */
  firstMessages: string
}

export function makeCredentials(password: string): Credentials {
  const salt = randomBytes(SALT_BYTES)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256')
  return {
    iterationCount: ITERATIONS,
    salt: salt.toString('base64'),
    storedKey: hash(hmac(salted, 'Client Key')).toString('base64'),
    serverKey: hmac(salted, 'Server Key').toString('base64'),
  }
}

/** Returns the user name in the first message of a client; null if the message is malformed. */
export function userIn(payload: string): string | null {
  const name = FIRST.exec(payload)?.[2]
  return name ? name.replaceAll('=2C', ',').replaceAll('=3D', '=') : null
}

export function startConversation(
  payload: string,
  credentials: Credentials,
): { conversation: Conversation; reply: string } {
  const clientNonce = FIRST.exec(payload)?.[3] ?? ''
  const nonce = clientNonce + randomBytes(NONCE_BYTES).toString('base64')
  const reply = `r=${nonce},s=${credentials.salt},i=${credentials.iterationCount}`
  const firstMessages = `${payload.slice(NO_CHANNEL_BINDING.length)},${reply}`
  return { conversation: { credentials, nonce, firstMessages }, reply }
}

/** Returns the proof that this server knows the password; null if the client's proof is wrong. */
export function finishConversation(
  { credentials, nonce, firstMessages }: Conversation,
  payload: string,
): string | null {
  const [, withoutProof = '', finalNonce, proof = ''] = FINAL.exec(payload) ?? []
  const proofBytes = Buffer.from(proof, 'base64')
  if (finalNonce !== nonce || proofBytes.length !== KEY_BYTES) return null
  const storedKey = Buffer.from(credentials.storedKey, 'base64')
  const message = `${firstMessages},${withoutProof}`
  const signature = hmac(storedKey, message)
  const clientKey = Buffer.from(proofBytes.map((byte, at) => byte ^ (signature[at] ?? 0)))
  if (!timingSafeEqual(hash(clientKey), storedKey)) return null
  return `v=${hmac(Buffer.from(credentials.serverKey, 'base64'), message).toString('base64')}`
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function hash(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
