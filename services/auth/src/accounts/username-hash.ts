import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** Digests a username with a secret key: auth recognises the name, but nobody can guess it from the database. */
export type UsernameHash = (usernameKey: string) => string

const KEY_BYTES = 32

export function createUsernameHash(sessionSecret: KeyObject): UsernameHash {
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', sessionSecret, '', 'zing deleted username', KEY_BYTES)))
  return (usernameKey) => createHmac('sha256', key).update(usernameKey).digest('base64url')
}
