import { rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { serveStaticFiles } from '../src/static-files.ts'
import { writeTestClient } from './setup/write-test-client.ts'

async function setup() {
  const folder = await writeTestClient()
  await writeFile(path.join(folder, 'assets', 'index-abc.js.gz'), 'gzip')
  const app = express().use(await serveStaticFiles(folder))
  const server = app.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string

  /** Requests a file without the automatic decompression of `fetch`. */
  function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
    return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; body: string }>(
      (resolve, reject) => {
        const sent = request({ port, host: '127.0.0.1', path: url, headers, method }, (response) => {
          const { statusCode: status = 0 } = response
          text(response).then((body) => resolve({ status, headers: response.headers, body }), reject)
        })
        sent.once('error', reject).end()
      },
    )
  }
  return { folder, get }
}

const SCRIPT = '/assets/index-abc.js'

test.each([
  ['gzip, deflate, br', 'br', 'brotli'],
  ['br;q=0, gzip', 'gzip', 'gzip'],
  ['identity', undefined, 'plain'],
])('with "%s" a browser gets the copy in %s', async (accepted, encoding, body) => {
  const { get } = await setup()
  const response = await get(SCRIPT, { 'accept-encoding': accepted })
  expect([response.status, response.headers['content-encoding'], response.body]).toEqual([200, encoding, body])
  expect(response.headers.vary).toBe('Accept-Encoding')
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8')
})

test('files that the browser has are not sent again, and HEAD sends no body', async () => {
  const { get } = await setup()
  const { headers } = await get(SCRIPT)
  expect(await get(SCRIPT, { 'if-none-match': String(headers.etag) })).toMatchObject({ status: 304, body: '' })
  expect(await get(SCRIPT, {}, 'HEAD')).toMatchObject({ status: 200, headers: { 'content-length': '5' }, body: '' })
})

test('when a file is deleted or changed, it is served as it was', async () => {
  const { folder, get } = await setup()
  await rm(path.join(folder, 'assets'), { recursive: true })
  await writeFile(path.join(folder, 'sw.js'), 'another')
  expect(await get(SCRIPT)).toMatchObject({ status: 200, body: 'plain' })
  expect(await get('/sw.js')).toMatchObject({ status: 200, body: 'worker' })
})

test.each(['/.secret', '/.vite/manifest.json', '/assets', '/assets/../.secret', '/assets/%2e%2e/.secret', '/a%'])(
  '%s is not served',
  async (url) => {
    const { get } = await setup()
    expect(await get(url)).toMatchObject({ status: 404 })
  },
)

test.each(['POST', 'PUT', 'DELETE'])('%s of a file is passed on', async (method) => {
  const { get } = await setup()
  expect(await get(SCRIPT, {}, method)).toMatchObject({ status: 404 })
})
