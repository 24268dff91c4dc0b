import * as contract from '@zing/proto/http/auth'
import { restoreDump } from '@zing/testing/dump'
import { testDatabase } from '@zing/testing/servers'
import { expect, test } from 'vitest'
import { migrations } from '../src/migrations/migrations.ts'
import { setupAuth } from './setup-auth.ts'

const MONGO_URL = testDatabase()
await restoreDump(MONGO_URL, new URL('version-0.1.0.json', import.meta.url))
const { db, clientOf, logIn, fetchAs } = await setupAuth({ MONGO_URL })

test('the accounts, sessions and photos of version 0.1.0 are still there', async () => {
  const { status, body: ada } = await logIn('ADA.old', 'old-version-1')
  expect([status, ada.name]).toEqual([200, 'Ada'])

  const session = await db.collection<{ _id: string; userId: number }>('sessions').findOne({ userId: ada.id })
  const identity = { userId: ada.id, sid: String(session?._id) }
  expect((await clientOf(identity).call(contract.getUser)).body).toEqual(ada)
  expect((await fetchAs(identity, ada.selfie)).status).toBe(200)
})

test('a block of version 0.1.0 still hides photos', async () => {
  const { body: ada } = await logIn('ada.old', 'old-version-1')
  const { body: cleo } = await logIn('cleo.old', 'old-version-1')
  expect((await fetchAs({ userId: cleo.id, sid: 'sid' }, ada.selfie)).status).toBe(404)
})

test('every migration of auth is recorded', async () => {
  const recorded = await db.collection<{ _id: string }>('migrations').find().toArray()
  expect(recorded.map(({ _id }) => _id)).toEqual(migrations.map(({ name }) => name))
})
