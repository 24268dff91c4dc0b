import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { isOk } from './is-ok.ts'

const LONG_MS = 60_000
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

/** Starts a server that responds with this status, or never for null, and counts its connections. */
async function startServer(status: number | null) {
  let connections = 0
  const server = createServer((_, res) => void (status && res.writeHead(status).end('a body')))
  server.on('connection', () => connections++)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return { server, url: `http://127.0.0.1:${port}/healthz`, connections: () => connections }
}

test.each([
  [200, true],
  [204, true],
  [302, false],
  [503, false],
])('a response with status %i', async (status, expected) => {
  const { url } = await startServer(status)
  expect(await isOk(url, LONG_MS)).toBe(expected)
})

test('no response in time, and no server', async () => {
  const { server, url } = await startServer(null)
  expect(await isOk(url, 20)).toBe(false)
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  expect(await isOk(url, LONG_MS)).toBe(false)
})

test('repeated checks share a connection', async () => {
  const { url, connections } = await startServer(200)
  for (let check = 0; check < 5; check++) expect(await isOk(url, LONG_MS)).toBe(true)
  expect(connections()).toBe(1)
})
