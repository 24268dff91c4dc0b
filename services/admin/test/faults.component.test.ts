import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { errors } from '@zing/proto/errors'
import { testDatabase } from '@zing/testing/servers'
import { WAIT } from '@zing/testing/wait'
import { afterAll, expect, test, vi } from 'vitest'
import { PIN, setupAdmin, WRONG } from './setup-admin.ts'

/** A proxy to its own database that can be disconnected. */
async function disconnectableDatabase() {
  const { hostname, port, pathname } = new URL(testDatabase())
  const sockets = new Set<Socket>()
  let isDisconnected = false

  const proxy = createServer((client) => {
    if (isDisconnected) return client.destroy()
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  function disconnect(): void {
    isDisconnected = true
    for (const socket of sockets) socket.destroy()
  }
  function reconnect(): void {
    isDisconnected = false
  }
  afterAll(() => {
    proxy.close()
    disconnect()
  })
  const { port: own } = proxy.address() as AddressInfo // a TCP server's address is never a string
  return { url: `mongodb://127.0.0.1:${own}${pathname}?directConnection=true`, disconnect, reconnect }
}

const database = await disconnectableDatabase()
const { newUser } = await setupAdmin({ MONGO_URL: database.url })

test('SEC-45 while the database is unavailable, no PIN is compared, and used attempts stay used', async () => {
  for (let i = 0; i < 9; i++) await newUser().verify(WRONG)
  database.disconnect()
  const unavailable = { status: 503, body: errors.unavailable().body }
  const ada = newUser()
  expect(await Promise.all([ada.verify(PIN), ada.stats(), ada.reset(PIN)])).toMatchObject([
    unavailable,
    unavailable,
    unavailable,
  ])

  database.reconnect()
  await vi.waitFor(async () => expect(await newUser().verify(WRONG)).toMatchObject({ status: 200 }), WAIT)
  expect((await ada.verify(PIN)).status).toBe(429)
})
