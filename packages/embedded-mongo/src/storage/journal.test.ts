import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { entriesIn, JOURNAL_BYTES, type Journal, openJournal, readJournal, toRecord } from './journal.ts'

const put = (key: string, value: string) => ({ key: Buffer.from(key), value: Buffer.from(value) })
const remove = (key: string) => ({ key: Buffer.from(key), value: null })

test('a record has the entries of a commit, removed ones too', () => {
  const entries = [put('a', '1'), remove('b'), put('c', '')]
  expect([...entriesIn(toRecord(7, entries))]).toEqual(entries)
})

test('appended records are read again in their order, and the file keeps its length', async () => {
  const { folder, journal } = setupJournal()
  const records = ['1', '2', '3'].map((value) => toRecord(7, [put('a', value)]))
  await Promise.all(records.map((record) => journal.append(record)))

  expect(readJournal(folder, 7)).toEqual(records)
  expect(readFileSync(fileIn(folder))).toHaveLength(JOURNAL_BYTES)
})

test('records of other transactions are not read', async () => {
  const { folder, journal } = setupJournal()
  await journal.append(toRecord(7, [put('a', '1')]))
  await journal.append(toRecord(7, [put('a', '2')]))
  journal.clear()
  await journal.append(toRecord(8, [put('a', '3')]))

  expect(readJournal(folder, 8)).toEqual([toRecord(8, [put('a', '3')])])
  expect(readJournal(folder, 7)).toEqual([])
})

test.each([
  ['without its last byte', (record: Buffer) => record.subarray(0, -1)],
  ['with a changed byte', (record: Buffer) => record.fill(1, record.length - 1)],
  ['with a length beyond the file', (record: Buffer) => record.fill(0xff, 0, 4)],
])('a record %s ends what is read', (_, damage) => {
  const { folder } = setupJournal()
  const whole = toRecord(7, [put('a', '1')])
  writeFileSync(fileIn(folder), whole)
  appendFileSync(fileIn(folder), damage(toRecord(7, [put('a', '2')])))

  expect(readJournal(folder, 7)).toEqual([whole])
})

test('a folder without a journal has no records', () => {
  expect(readJournal(setupFolder(), 1)).toEqual([])
})

test('records are pending until they are on disk, or until the database has them', async () => {
  const { journal } = setupJournal()
  expect(journal.pending()).toBeUndefined()

  const first = journal.append(toRecord(7, [put('a', '1')]))
  const second = journal.append(toRecord(7, [put('a', '2')]))
  expect(journal.pending()).toBe(second)
  journal.clear()
  expect(journal.pending()).toBeUndefined()
  await Promise.all([first, second])
})

test('a journal that is too short is written anew', async () => {
  const folder = setupFolder()
  writeFileSync(fileIn(folder), 'begun')
  await openJournal(folder).close()
  expect(readFileSync(fileIn(folder)).equals(Buffer.alloc(JOURNAL_BYTES))).toBe(true)
})

function setupJournal(): { folder: string; journal: Journal } {
  const folder = setupFolder()
  const journal = openJournal(folder)
  onTestFinished(() => journal.close())
  return { folder, journal }
}

function setupFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'journal-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function fileIn(folder: string): string {
  return path.join(folder, 'journal')
}
