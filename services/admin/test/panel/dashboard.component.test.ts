import { getDashboard } from '@zing/proto/http/staff/dashboard'
import { WAIT } from '@zing/testing/wait'
import { expect, test, vi } from 'vitest'
import { setupAdmin } from '../setup-admin.ts'

const { newUser, db } = await setupAdmin({}, { countAfterMs: 0 })

test('while other services are away, the dashboard has the other parts (10.dashboard.parts)', async () => {
  const admin = newUser(1, 'admin')
  const at = new Date('2026-11-27T02:00:00.000Z')
  await db.collection<{ _id: string; at: Date }>('backups').insertOne({ _id: 'newest', at })
  await vi.waitFor(async () => {
    const { status, body } = await admin.call(getDashboard)
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ signUps: null, meetings: null, talks: null, backup: { at: at.toISOString() } },
        workload: { reports: 0, openCases: 0, oldestCaseHours: null, activeModerators: 0 },
      },
    ])
  }, WAIT)
})

test('without a known backup there is none', async () => {
  await db.collection('backups').deleteMany({})
  expect((await newUser(1, 'admin').call(getDashboard)).body.backup).toBeNull()
})
