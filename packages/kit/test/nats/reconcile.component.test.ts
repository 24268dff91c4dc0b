import { setTimeout as pause } from 'node:timers/promises'
import { getProfilePage } from '@zing/proto/nats/rpc/auth'
import type { PageItem } from '@zing/proto/nats/rpc/pages'
import { NO_STORY } from '@zing/proto/profiles/story'
import { startNats } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { connectNats } from '../../src/nats/connection.ts'
import { type Replica, reconcileReplica } from '../../src/nats/reconcile.ts'
import { rpcHandler, serveRpc } from '../../src/nats/rpc-server.ts'
import { createLog } from '../../src/observability/logger.ts'
import { startDailyRun } from '../../src/timing/daily-run.ts'

type Item = PageItem<typeof getProfilePage>

const PAGE = 2
const log = createLog('kit-test', 'silent')
const server = await startNats()
const [owner, holder] = [connectNats(server.url, 'auth', log), connectNats(server.url, 'social', log)]
await Promise.all([owner.connection, holder.connection])
afterAll(() => Promise.all([owner.drain(), holder.drain()]))

let owned: number[]
let rows: Map<number, number> // user id -> rev

serveRpc(owner, 'auth', [
  rpcHandler(getProfilePage, async ({ after }) => {
    const page = owned.filter((id) => id > Number(after)).slice(0, PAGE)
    const next = page.length === PAGE ? String(page.at(-1)) : null

    return { items: page.map(itemOf), next }
  }),
])
await (await owner.connection).flush()

const replica: Replica<Item> = {
  keyOf: ({ profile }) => String(profile.id),
  async update(items) {
    for (const { profile, rev } of items) if (!rows.has(profile.id)) rows.set(profile.id, rev)
  },
  async rowsIn({ after, upTo }, limit) {
    const isWithin = (id: number) => id > Number(after) && (upTo === null || id <= Number(upTo))
    return [...rows]
      .filter(([id]) => isWithin(id))
      .map(([id, rev]) => ({ key: String(id), rev }))
      .slice(0, limit)
  },
  async remove(removed) {
    for (const { key, rev } of removed) if (rows.get(Number(key)) === rev) rows.delete(Number(key))
  },
}

beforeEach(() => {
  owned = []
  rows = new Map()
})

test('reconciliation adds missing rows and removes orphans, on every page and after the last one', async () => {
  owned = [1, 2, 4, 5, 7]
  rows = new Map([1, 3, 4, 6, 7, 8, 9].map((id) => [id, 1]))

  await reconcileReplica(holder, getProfilePage, replica)
  expect([...rows.keys()].toSorted((a, b) => a - b)).toEqual(owned)
})

test('reconciliation rests between pages, so that it takes a tenth of the time', async () => {
  owned = [1, 2, 3, 4, 5]
  let busyMs = 0
  const slow: Replica<Item> = {
    ...replica,
    async update(items) {
      const startedAt = performance.now()
      await pause(20)
      await replica.update(items)
      busyMs += performance.now() - startedAt
    },
  }

  const startedAt = performance.now()
  await reconcileReplica(holder, getProfilePage, slow)
  expect(rows.size).toBe(5)
  expect(performance.now() - startedAt).toBeGreaterThan(9 * busyMs)
})

test('an owner without data leaves an empty replica', async () => {
  rows = new Map([[1, 1]])

  await reconcileReplica(holder, getProfilePage, replica)
  expect(rows.size).toBe(0)
})

test('when a row is created after the page was read, it stays', async () => {
  owned = [1]
  let isFirst = true
  const slow: Replica<Item> = {
    ...replica,
    async rowsIn(range, limit) {
      if (isFirst) {
        owned = [1, 2] // registered now; the event arrives before the rows are read
        rows.set(2, 1)
      }
      isFirst = false
      return replica.rowsIn(range, limit)
    },
  }

  await reconcileReplica(holder, getProfilePage, slow)
  expect([...rows.keys()]).toEqual([1, 2])
})

test('when a row changes during reconciliation, it stays', async () => {
  rows = new Map([[1, 1]])
  const changing: Replica<Item> = {
    ...replica,
    async remove(removed) {
      rows.set(1, 2)
      await replica.remove(removed)
    },
  }

  await reconcileReplica(holder, getProfilePage, changing)
  expect([...rows]).toEqual([[1, 2]])
})

function itemOf(id: number): Item {
  const createdAt = new Date(0).toISOString()
  const details = { age: 30, gender: 'female', orientation: 'other', selfie: null, createdAt, ...NO_STORY }
  const profile = { id, name: 'Ada', ...details, hidden: false, suspendedUntil: null, isReported: false }
  return { profile, rev: 1, epoch: 0 }
}

test('reconciliation runs after the start and again on request, even during a run', async () => {
  const finish: (() => void)[] = []
  const reconcile = vi.fn(() => new Promise<void>((resolve) => finish.push(resolve)))
  const reconciliation = startDailyRun(holder, 'reconciliation', reconcile)
  onTestFinished(() => reconciliation.stop())
  await vi.waitFor(() => expect(reconcile).toHaveBeenCalledTimes(1), WAIT)
  reconciliation.runSoon()
  finish[0]?.()
  await vi.waitFor(() => expect(reconcile).toHaveBeenCalledTimes(2), WAIT)
  finish[1]?.()
  reconciliation.runSoon()
  await vi.waitFor(() => expect(reconcile).toHaveBeenCalledTimes(3), WAIT)
})
