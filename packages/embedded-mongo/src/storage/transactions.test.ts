import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeStore, openStore } from './open-store.ts'
import { putEntry } from './store.ts'
import { transact, transactSteps } from './transactions.ts'

/** Longer than one commit lasts. */
const STEP_MS = 2

/** Opens a store whose journal writes nothing until `release`. */
function setupStore() {
  const folder = mkdtempSync(path.join(tmpdir(), 'transactions-'))
  const store = openStore(folder)
  const { journal } = store
  const released = Promise.withResolvers<void>()
  const append = vi.fn(async (record: Buffer) => {
    await released.promise
    return journal.append(record)
  })
  store.journal = { ...journal, append, pending: () => released.promise }
  onTestFinished(async () => {
    released.resolve()
    await closeStore(store)
    rmSync(folder, { recursive: true })
  })
  return { store, append, release: released.resolve }
}

function settled(promise: Promise<unknown>) {
  const onSettled = vi.fn()
  promise.then(onSettled, onSettled)
  return onSettled
}

/** Resolves when the waiting writes have run. */
async function untilIdle({ waiting }: { waiting: unknown[] }): Promise<void> {
  await vi.waitFor(() => expect(waiting).toEqual([]))
}

function spin(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('a write resolves, or rejects, once the disk has its commit', async () => {
  const { store, append, release } = setupStore()
  const written = transact(store, () => putEntry(store, Buffer.from('a'), Buffer.from('1')))
  const failed = transact(store, () => {
    throw new Error('duplicate')
  })
  const outcomes = [settled(written), settled(failed)]
  await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(1))
  for (const outcome of outcomes) expect(outcome).not.toHaveBeenCalled()
  release()
  await written
  await expect(failed).rejects.toThrow('duplicate')
})

test('the commits of a write of many steps do not wait for the disk; the write does', async () => {
  const { store, append, release } = setupStore()
  function* steps() {
    for (const key of ['a', 'b', 'c']) {
      putEntry(store, Buffer.from(key), Buffer.from('1'))
      spin(STEP_MS)
      yield
    }
    return 'last'
  }
  const written = transactSteps(store, steps())
  const outcome = settled(written)
  await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(3))
  await untilIdle(store)
  expect(outcome).not.toHaveBeenCalled()
  release()
  expect(await written).toBe('last')
})

test('a failed step of many ends the write, once the disk has the steps before it', async () => {
  const { store, append, release } = setupStore()
  function* steps() {
    putEntry(store, Buffer.from('a'), Buffer.from('1'))
    spin(STEP_MS)
    yield
    throw new Error('duplicate')
  }
  const written = transactSteps(store, steps())
  const outcome = settled(written)
  await vi.waitFor(() => expect(append).toHaveBeenCalledTimes(1))
  await untilIdle(store)
  expect(outcome).not.toHaveBeenCalled()
  release()
  await expect(written).rejects.toThrow('duplicate')
})
