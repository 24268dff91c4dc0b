import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { DOCKER } from './paths.ts'
import { secretFiles } from './secrets/secret-files.ts'
import { newSecrets } from './secrets/secret-values.ts'

const script = readFileSync(path.join(DOCKER, 'create-database-users.js'), 'utf8')
const files = secretFiles(newSecrets())

interface DatabaseUser {
  user: string
  pwd: string
  roles: { role: string; db: string }[]
}

/** Runs the script with a fake mongosh and these files, and returns the users that it creates. */
function createdUsers(secrets: Record<string, string> = {}) {
  const created: [string, DatabaseUser][] = []
  const db = {
    getSiblingDB: (name: string) => ({ createUser: (user: DatabaseUser) => void created.push([name, user]) }),
  }
  const fs = {
    readdirSync: () => Object.keys(secrets),
    readFileSync: (file: string) => secrets[file.replace('/secrets/', '')],
  }
  runInNewContext(script, { db, require: () => fs })
  return created
}

test('every service has a MongoDB user with readWrite on its own database only', () => {
  const users = createdUsers(files.mongodb)
  for (const [database, { user, roles }] of users) {
    expect([user, roles]).toEqual([database, [{ role: 'readWrite', db: database }]])
  }

  const expected = Object.values(files).flatMap(({ MONGO_URL }) => MONGO_URL ?? [])
  const created = users.map(([database, { user, pwd }]) => `mongodb://${user}:${pwd}@mongodb:27017/${database}`)
  expect(created.sort()).toEqual(expected.sort())
})

test('create-database-users.js fails for an empty password', () => {
  expect(() => createdUsers({ MONGO_AUTH_PASSWORD: 'x', MONGO_CHAT_PASSWORD: '' })).toThrow(
    'MONGO_CHAT_PASSWORD is empty',
  )
})
