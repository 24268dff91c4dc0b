import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a password hash is salted and matches only its password', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).not.toBe(two)
  expect([await isPassword(one, 'correct horse'), await isPassword(one, 'Correct horse')]).toEqual([true, false])
})

test('a password hash costs 19 MiB and two passes', async () => {
  expect(await hashPassword('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('SEC-49 a password check for an unknown account fails and takes comparable time', async () => {
  const passwordHash = await hashPassword('correct horse')
  const [known, unknown] = [await medianCpu(passwordHash), await medianCpu(null)]
  expect(await isPassword(null, 'correct horse')).toBe(false)
  expect(unknown).toBeGreaterThan(known / 4) // without the hash it would be about a hundredth
})

async function medianCpu(passwordHash: string | null): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    const started = process.cpuUsage() // CPU time, since a clock would count other processes too
    await isPassword(passwordHash, 'wrong')
    const { user, system } = process.cpuUsage(started)
    times.push(user + system)
  }
  return times.toSorted((a, b) => a - b)[4] ?? 0
}
