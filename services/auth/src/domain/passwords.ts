import { randomBytes } from 'node:crypto'
import { hash, hashSync, verify } from '@node-rs/argon2'
import { createLimited } from './concurrency-limit.ts'

// argon2id with the parameters of security.md R16
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const limited = createLimited(2, 50)
const nobodys = hashSync(randomBytes(16), COST)

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, COST))
}

/** Takes the same time for an account that is not there (`passwordHash` null): who exists must not be audible (SEC-49). */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await limited(() => verify(passwordHash ?? nobodys, password))
  return matches && passwordHash !== null
}
