import { randomBytes } from 'node:crypto'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { createConcurrencyLimit } from './concurrency-limit.ts'

// argon2id, since bcrypt cuts passwords at 72 bytes
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const withLimit = createConcurrencyLimit(2, 50)
const dummyHash = hashSync(randomBytes(16), COST)

export function hashPassword(password: string): Promise<string> {
  return withLimit(() => hash(password, COST))
}

/** Takes the same time for an unknown account (`passwordHash` null), so that timing does not reveal accounts (SEC-49). */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await withLimit(() => verify(passwordHash ?? dummyHash, password))
  return matches && passwordHash !== null
}
