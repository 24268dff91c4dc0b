import { expect, test } from 'vitest'
import { checkRegistrations } from './registrations.ts'

const ann = { username: 'ann', name: 'Ann', ids: [1, 1] }

test('one listed user for each name breaks nothing, even if no registration was confirmed', () => {
  expect(checkRegistrations([ann], [{ id: 1, name: 'Ann' }])).toEqual([])
  expect(checkRegistrations([{ ...ann, ids: [] }], [])).toEqual([])
  expect(checkRegistrations([{ ...ann, ids: [] }], [{ id: 1, name: 'Ann' }])).toEqual([])
})

test('INV-2 two users with one username are found, whether confirmed or listed', () => {
  expect(checkRegistrations([{ ...ann, ids: [1, 2] }], [{ id: 1, name: 'Ann' }])).toMatchObject([
    { invariant: 'INV-2' },
  ])
  const both = [1, 2].map((id) => ({ id, name: 'Ann' }))
  expect(checkRegistrations([{ ...ann, ids: [] }], both)).toMatchObject([{ invariant: 'INV-2' }])
})

test('INV-7 a registered user who is not listed is found', () => {
  expect(checkRegistrations([ann], [{ id: 2, name: 'Ben' }])).toMatchObject([{ invariant: 'INV-7' }])
})
