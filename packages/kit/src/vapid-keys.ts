import { createECDH } from 'node:crypto'

const CURVE = 'prime256v1'
const KEY_BYTES = 32

/** Creates a private key of Web Push (RFC 8292): a number of 32 bytes, in base64url. */
export function createVapidPrivateKey(): string {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  const key = Buffer.alloc(KEY_BYTES)
  const number = ecdh.getPrivateKey() // without leading zeros
  number.copy(key, KEY_BYTES - number.length)
  return key.toString('base64url')
}

/**
 * Returns the public key of a private key as browsers take it: an uncompressed point, in base64url. Throws for other texts.
 */
export function vapidPublicKeyOf(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== KEY_BYTES) throw new Error(`a VAPID private key has ${KEY_BYTES} bytes`)
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(bytes)
  return ecdh.getPublicKey().toString('base64url')
}
