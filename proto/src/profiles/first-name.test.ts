import { expect, test } from 'vitest'
import { firstNameOf } from './first-name.ts'

test.each([
  ['Ada Maria Lovelace', 'Ada'],
  ['Ada', 'Ada'],
  ['Anna-Lena Schmidt', 'Anna-Lena'],
  ['  Ada\u00a0Lovelace ', 'Ada'],
  ['D’Arcy Smith', 'D’Arcy'],
  ['- Ada', 'Ada'],
  ['李 小龍', '李'],
  ['Mila - demo', 'Mila - demo'],
  ['Mila Marie - demo', 'Mila - demo'],
  ['Mila - demo fan', 'Mila'],
])('other members see %j as %j', (name, expected) => {
  expect(firstNameOf(name)).toBe(expected)
})
