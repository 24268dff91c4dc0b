import { databaseOf, SERVICES_WITH_DATABASE } from '@zing/proto/processes'
import { expect, test } from 'vitest'
import { COLLECTIONS } from '../../docker/test/user-data.ts'
import { DATABASES } from './databases.ts'

test('the database of every service is backed up; a new one is added to DATABASES in its order', () => {
  const names = DATABASES.map(({ name }) => name)
  expect(names.sort()).toEqual(SERVICES_WITH_DATABASE.map(databaseOf).sort())
})

test('every collection that the backup names exists', () => {
  const known = SERVICES_WITH_DATABASE.flatMap((service) =>
    Object.keys(COLLECTIONS[service]).map((name) => `${databaseOf(service)}.${name}`),
  )
  const named = DATABASES.flatMap(({ name, first = [], excluded = [] }) =>
    [...first, ...excluded].map((collection) => `${name}.${collection}`),
  )
  expect(named.filter((collection) => !known.includes(collection))).toEqual([])
})
