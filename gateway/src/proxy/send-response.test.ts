import { createServer, get, type RequestListener, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendResponse } from './send-response.ts'

async function listen(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener)
  onTestFinished(() => server.closeAllConnections())
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // of a server on a TCP port
}

/** Starts a service, and a proxy before it that reports each response which the service has cut. */
async function startProxy(service: RequestListener) {
  const cut: boolean[] = []
  const target = await listen(service)
  const url = await listen((req, res) => {
    const proxied = request(target, { method: req.method }, (response) => {
      response.once('error', () => {
        cut.push(res.headersSent)
        res.destroy()
      })
      sendResponse(response, res)
    })
    proxied.end()
  })
  return { url, cut }
}

const bytes = (length: number) => Buffer.from(Array.from({ length }, (_, index) => index % 256))

test.each([
  ['short', 1_000, true],
  ['as long as one write may be', 65_536, true],
  ['long', 200_000, true],
  ['of unknown length', 1_000, false],
  ['empty', 0, true],
])('a body that is %s reaches the client unchanged', async (_case, length, isDeclared) => {
  const { url } = await startProxy((_req, res) => {
    res.writeHead(201, { 'x-of-service': 'yes', ...(isDeclared && { 'content-length': length }) })
    const body = bytes(length)
    res.write(body.subarray(0, length / 2))
    res.end(body.subarray(length / 2))
  })
  const response = await fetch(url)
  expect([response.status, response.headers.get('x-of-service')]).toEqual([201, 'yes'])
  expect(response.headers.get('content-length')).toBe(isDeclared ? String(length) : null)
  expect(Buffer.from(await response.arrayBuffer()).equals(bytes(length))).toBe(true)
})

test('a response without a body has none: of a HEAD, and one that says that nothing has changed', async () => {
  const { url } = await startProxy((req, res) => {
    const length = req.method !== 'DELETE' && { 'content-length': 10 }
    res.writeHead(req.method === 'HEAD' ? 200 : 304, { etag: '"1"', ...length }).end()
  })
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', ''])
  for (const method of ['GET', 'DELETE']) {
    const unchanged = await fetch(url, { method })
    expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([304, '"1"', ''])
    expect(unchanged.headers.get('content-length')).toBe(method === 'GET' ? '10' : null)
  }
})

test('of a short response that the service cuts the client gets nothing', async () => {
  const { url, cut } = await startProxy((_req, res) => {
    res.writeHead(200, { 'content-length': 100 })
    res.write('half', () => res.destroy())
  })
  const error = await new Promise<Error>((resolve) => void get(url, () => {}).once('error', resolve))
  expect([error.message, cut]).toEqual(['socket hang up', [false]])
})
