import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { testDatabase } from '@zing/testing/servers'
import { afterAll, expect, test, vi } from 'vitest'
import { PIN, soon, startAdmin, WRONG } from './setup-admin.ts'

/** The way to a database of its own, which can be cut. */
async function cuttableDatabase() {
  const { hostname, port, pathname } = new URL(testDatabase())
  const sockets = new Set<Socket>()
  let isCut = false

  const proxy = createServer((client) => {
    if (isCut) return client.destroy()
    const server = connect(Number(port), hostname)
    for (const socket of [client, server]) sockets.add(socket.on('error', () => {}))
    client.pipe(server).pipe(client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))

  function cut(): void {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  function mend(): void {
    isCut = false
  }
  afterAll(() => {
    proxy.close()
    cut()
  })
  const { port: own } = proxy.address() as AddressInfo // a TCP server's address is never a string
  return { url: `mongodb://127.0.0.1:${own}${pathname}?directConnection=true`, cut, mend }
}

const database = await cuttableDatabase()
const { join } = await startAdmin({ MONGO_URL: database.url })

test('SEC-45 while the database is away nothing is compared; when it is back, what was burnt is burnt', async () => {
  for (let i = 0; i < 9; i++) await join().verify(WRONG)
  database.cut()
  const away = { status: 503, body: { message: 'Service temporarily unavailable. Please try again.' } }
  const ada = join()
  expect(await Promise.all([ada.verify(PIN), ada.stats(), ada.reset(PIN)])).toMatchObject([away, away, away])

  database.mend()
  await vi.waitFor(async () => expect(await join().verify(WRONG)).toMatchObject({ status: 200 }), soon)
  expect((await ada.verify(PIN)).status).toBe(429)
})
