import { expect, test } from 'vitest'
import { hashPassword, isPassword } from './passwords.ts'

test('a hash is of its password, and salted', async () => {
  const [one, two] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).not.toBe(two)
  expect([await isPassword(one, 'correct horse'), await isPassword(one, 'Correct horse')]).toEqual([true, false])
})

test('SEC-49 no password fits an account that is not there, and to find that out takes as much work', async () => {
  const someones = await hashPassword('correct horse')
  const [there, notThere] = [await medianMs(someones), await medianMs(null)]
  expect(await isPassword(null, 'correct horse')).toBe(false)
  expect(notThere).toBeGreaterThan(there / 4) // without the work it is a hundredth; equality is measured from outside
})

async function medianMs(passwordHash: string | null): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 9; i++) {
    const startedAt = performance.now()
    await isPassword(passwordHash, 'wrong')
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[4] ?? 0
}
