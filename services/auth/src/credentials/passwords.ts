import { randomBytes } from 'node:crypto'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { createFairQueue } from '@zing/kit/overload/fair-queue'

// argon2id, since bcrypt cuts passwords at 72 bytes
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Two of libuv's four threads: photos, DNS and files need the others. */
const hashing = createFairQueue<'login' | 'registration'>({ capacity: 2, maxQueued: 50, maxWaitMs: 3_000 })
const dummyHash = hashSync(randomBytes(16), COST)

export function hashPassword(password: string, lane: 'login' | 'registration' = 'registration'): Promise<string> {
  return hashing.run(lane, () => hash(password, COST))
}

/** Takes the same time for an unknown account (`passwordHash` null), so that timing reveals no account (SEC-49). */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await hashing.run('login', () => verify(passwordHash ?? dummyHash, password))
  return matches && passwordHash !== null
}
