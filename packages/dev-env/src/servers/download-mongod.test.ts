import { readFileSync, utimesSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/fake-environment.ts'
import { type Downloader, downloadMongod } from './download-mongod.ts'

const DAY_MS = 24 * 3_600_000

function fakeDownloader(overrides: Partial<Downloader> = {}) {
  const calls: string[] = []
  const downloader: Downloader = {
    findExisting: async () => null,
    reach: async () => void calls.push('reach'),
    async fetch(folder) {
      calls.push('fetch')
      return path.join(folder, 'mongod')
    },
    tryOut: async () => void calls.push('try out'),
    ...overrides,
  }
  return { downloader, calls }
}

const unreachable = {
  async reach() {
    throw new Error('no network')
  },
}

test('a mongod is downloaded and its execution is checked (fake downloader)', async () => {
  const folder = temporaryFolder()
  const { downloader, calls } = fakeDownloader()

  expect(await downloadMongod(folder, downloader, () => {})).toBe(path.join(folder, 'mongod'))
  expect(calls).toEqual(['reach', 'fetch', 'try out'])
})

test('the mongod of an earlier download is used without the network (fake downloader)', async () => {
  const { downloader, calls } = fakeDownloader({ findExisting: async () => '/kept/mongod' })

  expect(await downloadMongod(temporaryFolder(), downloader, () => {})).toBe('/kept/mongod')
  expect(calls).toEqual([])
})

test('a failed download is not tried again for a day (fake downloader)', async () => {
  const folder = temporaryFolder()
  await expect(downloadMongod(folder, fakeDownloader(unreachable).downloader, () => {})).rejects.toThrow('no network')
  const { downloader, calls } = fakeDownloader()

  await expect(downloadMongod(folder, downloader, () => {})).rejects.toThrow('no network')
  expect(calls).toEqual([])

  const note = path.join(folder, 'download-failed')
  expect(readFileSync(note, 'utf8')).toBe('no network\n')
  const yesterday = new Date(Date.now() - DAY_MS)
  utimesSync(note, yesterday, yesterday)
  expect(await downloadMongod(folder, downloader, () => {})).toBe(path.join(folder, 'mongod'))
})

test('a mongod that this machine cannot run counts as a failed download (fake downloader)', async () => {
  const folder = temporaryFolder()
  const { downloader } = fakeDownloader({
    async tryOut() {
      throw new Error('Illegal instruction')
    },
  })

  await expect(downloadMongod(folder, downloader, () => {})).rejects.toThrow('Illegal instruction')
  expect(readFileSync(path.join(folder, 'download-failed'), 'utf8')).toBe('Illegal instruction\n')
})
