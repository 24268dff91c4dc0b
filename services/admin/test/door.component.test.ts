import { rpcHandler } from '@zing/kit/nats/rpc-server'
import { DEFAULT_SETTINGS } from '@zing/proto/community/settings'
import { getDoorFacts } from '@zing/proto/nats/rpc/auth'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupAdmin } from './setup-admin.ts'

const CHECK_MS = 20
const calm = { lastHour: 0, usual: 0, oldestApplicationDueAt: null }

test('when sign-ups exceed the usual, the door turns to approval until a person opens it (10.community.fallback)', async () => {
  const admin = await setupAdmin({}, { doorCheckMs: CHECK_MS })
  let facts: { lastHour: number; usual: number; oldestApplicationDueAt: string | null } = calm
  let asked = 0
  await admin.serveRpcAs('auth', [
    rpcHandler(getDoorFacts, async () => {
      asked += 1
      return facts
    }),
  ])
  const versions = () => admin.db.collection('settings').find().sort({ _id: 1 }).toArray()
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), WAIT)
  expect(await versions()).toEqual([])

  facts = { ...calm, lastHour: 500, usual: 3 }
  await vi.waitFor(async () => expect(await versions()).toHaveLength(1), WAIT)
  const [fallen] = await versions()
  expect(fallen).toMatchObject({
    authorId: null,
    settings: { registration: { mode: 'approval', fallenBack: { reason: 'MANY_SIGN_UPS' } } },
  })

  // a person opens the door again: the same hour does not close it
  const settings = { ...DEFAULT_SETTINGS }
  const changes = [{ path: 'registration.mode', from: 'approval', to: 'open' }]
  const opened = { _id: 2 as never, at: new Date(), authorId: 1, changes, settings, outbox: [] }
  await admin.db.collection('settings').insertOne(opened)
  const before = asked
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before + 3), WAIT)
  expect(await versions()).toHaveLength(2)
})
