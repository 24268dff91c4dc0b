import { clientsOf, databaseOf } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import { DATABASES } from './databases.ts'

test('the database of every service is backed up; a new one is added to DATABASES in its order', () => {
  const names = DATABASES.map(({ name }) => name)
  expect(names.sort()).toEqual(clientsOf('mongodb').map(databaseOf).sort())
})
