import { testDatabase } from '@zing/testing/servers'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { connectMongo } from '../../src/mongo/connection.ts'
import { deleteOlderThan } from '../../src/mongo/delete-older.ts'
import { forEachRow } from '../../src/mongo/each-row.ts'
import { hourlyResultModel, readResult, runThisHour } from '../../src/mongo/hourly-result.ts'
import { createLog } from '../../src/observability/logger.ts'

const HOUR_MS = 60 * 60 * 1_000
const url = testDatabase()
const log = createLog('kit-test', 'silent')
const [db, ofOtherProcess] = [await connectMongo(url, log), await connectMongo(url, log)]
const [one, other] = [hourlyResultModel(db), hourlyResultModel(ofOtherProcess)]
afterAll(() => Promise.all([db.close(), ofOtherProcess.close()]))

const noon = Date.UTC(2026, 0, 2, 12)
let name: string
let lastName = 0
beforeEach(() => {
  lastName += 1
  name = `work ${lastName}`
})
const read = (epoch = 0) => readResult<number>(one, { name, epoch })

test('of many runs in two processes at once, one does the work of the hour', async () => {
  const work = vi.fn(async () => 1)
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => runThisHour(at % 2 ? one : other, { name, epoch: 0, now: noon + at, work })),
  )
  expect(work).toHaveBeenCalledTimes(1)
  expect((await read())?.value).toBe(1)
})

test('the next hour has its own run, and an earlier hour none', async () => {
  const work = vi.fn(async () => work.mock.calls.length)
  await runThisHour(one, { name, epoch: 0, now: noon, work })
  await runThisHour(other, { name, epoch: 0, now: noon + HOUR_MS - 1, work })
  await runThisHour(other, { name, epoch: 0, now: noon + HOUR_MS, work })
  await runThisHour(one, { name, epoch: 0, now: noon, work })
  expect(await read()).toEqual({ at: new Date(noon + HOUR_MS), value: 2 })
})

test('after a failure the same hour can be tried again, and the last result stays until then', async () => {
  await runThisHour(one, { name, epoch: 0, now: noon, work: async () => 1 })
  const failing = { name, epoch: 0, now: noon + HOUR_MS, work: () => Promise.reject(new Error('away')) }
  await expect(runThisHour(one, failing)).rejects.toThrow('away')
  expect((await read())?.value).toBe(1)
  await runThisHour(other, { ...failing, work: async () => 2 })
  expect((await read())?.value).toBe(2)
})

test('a reset deletes the result, and drops one that was under way', async () => {
  await runThisHour(one, { name, epoch: 0, now: noon, work: async () => 1 })
  const work = () => deleteOlderThan(1, { HourlyResult: other }).then(() => 2)
  await runThisHour(one, { name, epoch: 0, now: noon + HOUR_MS, work })
  expect(await read(1)).toBeNull()
  expect(await one.countDocuments({ _id: name })).toBe(0)
  await runThisHour(one, { name, epoch: 1, now: noon + HOUR_MS, work: async () => 3 })
  expect((await read(1))?.value).toBe(3)
})

test('rows are read page by page, each once and in the order of their ids', async () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => ({ _id: at * 3 + 1 }))
  const pages: number[] = []
  const read = async (after: number, limit: number) => {
    const page = ids.filter(({ _id }) => _id > after).slice(0, limit)
    pages.push(page.length)
    return page
  }
  const seen: number[] = []
  await forEachRow(0, read, ({ _id }) => void seen.push(_id))
  expect(seen).toEqual(ids.map(({ _id }) => _id))
  expect(pages).toEqual([1_000, 1_000, 0])
})
