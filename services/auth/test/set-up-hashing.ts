import { vi } from 'vitest'

// A hash costs 30 ms of a processor, and tests of components make thousands. passwords.test.ts has its actual cost. A login
// without an account keeps it too, since a flood of logins must be slow.
vi.mock('@node-rs/argon2', async (importOriginal) => {
  const argon2 = await importOriginal<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: (password: string) => argon2.hash(password, { memoryCost: 8, timeCost: 1 }) }
})
