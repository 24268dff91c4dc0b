import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { expect, test } from 'vitest'
import { startBalance } from './balance.ts'

const visible = { gender: 'Female', age: 25, hidden: false }

/** The groups with something in them, as "gender from-to: here/seekers". */
function listed(balance: ReturnType<typeof startBalance>): string[] {
  return balance
    .list()
    .filter(({ here, seekers }) => here + seekers > 0)
    .map(({ gender, ageFrom, ageTo, here, seekers }) => `${gender} ${ageFrom}-${ageTo}: ${here}/${seekers}`)
}

test('a member is in one group, and seeks the groups with a gender and an age that fit', () => {
  const balance = startBalance()
  balance.add({ ...visible, preferences: { ...NO_PREFERENCES, genders: ['male'], ageMin: 34, ageMax: 45 } })
  expect(listed(balance)).toEqual(['male 26-34: 0/1', 'male 35-44: 0/1', 'male 45-59: 0/1', 'female 18-25: 1/0'])
})

test('without preferences a member seeks everybody, and a hidden one is in no group', () => {
  const balance = startBalance()
  balance.add({ ...visible, hidden: true, gender: 'agender' })
  balance.add({ ...visible, age: 101, gender: 'agender' })
  expect(balance.list().every(({ seekers }) => seekers === 2)).toBe(true)
  expect(listed(balance)).toContain('other 60-null: 1/2')
  expect(balance.list().reduce((sum, { here }) => sum + here, 0)).toBe(1)
})
