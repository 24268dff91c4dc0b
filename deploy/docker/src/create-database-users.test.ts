import { readFileSync } from 'node:fs'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { makeSecrets } from './make-secrets.ts'
import { COMPOSE, DOCKER } from './paths.ts'
import { readCompose, readEnvFile } from './policy/files.ts'

const script = readFileSync(path.join(DOCKER, 'create-database-users.js'), 'utf8')
const compose = readFileSync(COMPOSE, 'utf8')
const { services } = readCompose(compose, readEnvFile(makeSecrets(compose, null)))

interface DatabaseUser {
  user: string
  pwd: string
  roles: { role: string; db: string }[]
}

/** What the script asks of a mongosh. The real one cannot be had everywhere: this shows names, passwords and roles. */
function usersMadeWith(env: Record<string, string>) {
  const made: [string, DatabaseUser][] = []
  const db = { getSiblingDB: (name: string) => ({ createUser: (user: DatabaseUser) => void made.push([name, user]) }) }
  runInNewContext(script, { db, process: { env } })
  return made
}

test('every service has a user of its own, who may read and write its own database and nothing else', () => {
  const users = usersMadeWith(services.mongodb?.environment ?? {})
  for (const [database, { user, roles }] of users) {
    expect([user, roles]).toEqual([database, [{ role: 'readWrite', db: database }]])
  }

  const wanted = Object.values(services).flatMap(({ environment }) => environment.MONGO_URL ?? [])
  const made = users.map(([database, { user, pwd }]) => `mongodb://${user}:${pwd}@mongodb:27017/${database}`)
  expect(made.sort()).toEqual(wanted.sort())
})

test('a password that was forgotten stops the script', () => {
  expect(() => usersMadeWith({ MONGO_AUTH_PASSWORD: 'x' })).toThrow('no password for social')
})
