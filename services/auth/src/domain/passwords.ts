import { hash, verify } from '@node-rs/argon2'
import { createLimited } from './limited.ts'

// argon2id with the parameters of security.md R16
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const limited = createLimited(2, 50)

export function hashPassword(password: string): Promise<string> {
  return limited(() => hash(password, COST))
}

let dummy: Promise<string> | undefined

/** Takes the same time for an account that is not there (`hash` null): who exists must not be audible (SEC-49). */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  dummy ??= hash('nobody has this password', COST)
  const against = passwordHash ?? (await dummy)
  const matches = await limited(() => verify(against, password))
  return matches && passwordHash !== null
}
