import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLink } from '../src/product/link.ts'

const CHUNK = Buffer.alloc(64 * 1024)
/** More than the sockets of both sides and the kernel hold when no side reads. */
const BUFFERED_MAX = 64 * 1024 * 1024

/** A link to a server whose sockets the test owns, and a way to connect through it. */
async function setupLink() {
  const accepted: Socket[] = []
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    accepted.push(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const link = await createLink({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  onTestFinished(() => {
    link.close()
    server.close()
    for (const socket of accepted) socket.destroy()
  })

  async function connectBoth() {
    const before = accepted.length
    const client = connectClient(link.port)
    const remote = await vi.waitFor(() => accepted[before] ?? Promise.reject(new Error('not connected')), WAIT)
    return { client, remote, atClient: collect(client), atRemote: collect(remote) }
  }
  return { link, server, connectBoth }
}

function connectClient(port: number): Socket {
  const client = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  onTestFinished(() => void client.destroy())
  return client
}

function collect(socket: Socket) {
  const seen = { text: '', hasEnded: false, isClosed: false }
  socket.on('data', (chunk) => {
    seen.text += chunk
  })
  socket.on('end', () => {
    seen.hasEnded = true
  })
  socket.on('close', () => {
    seen.isClosed = true
  })
  return seen
}

test('bytes go both ways', async () => {
  const { connectBoth } = await setupLink()
  const { client, remote, atClient, atRemote } = await connectBoth()
  client.write('request')
  remote.write('response')
  await vi.waitFor(() => expect([atClient.text, atRemote.text]).toEqual(['response', 'request']), WAIT)
})

test('when a link is cut, both sides end and new connections are rejected until it heals', async () => {
  const { link, connectBoth } = await setupLink()
  const { atClient, atRemote } = await connectBoth()

  link.cut()
  await vi.waitFor(() => expect([atClient.isClosed, atRemote.isClosed]).toEqual([true, true]), WAIT)
  const rejected = collect(connectClient(link.port))
  await vi.waitFor(() => expect(rejected.isClosed).toBe(true), WAIT)

  link.heal()
  const again = await connectBoth()
  again.client.write('again')
  await vi.waitFor(() => expect(again.atRemote.text).toBe('again'), WAIT)
})

test('when a link stalls, its connection stays and forwards nothing; healed, all bytes arrive', async () => {
  const { link, connectBoth } = await setupLink()
  const { client, remote, atClient, atRemote } = await connectBoth()
  const other = await connectBoth()

  link.stall()
  client.write('a')
  client.write('b')
  remote.write('c')
  // traffic over another link shows that enough time has passed
  const { connectBoth: connectElsewhere } = await setupLink()
  for (let round = 0; round < 20; round++) {
    const elsewhere = await connectElsewhere()
    elsewhere.client.write('x')
    await vi.waitFor(() => expect(elsewhere.atRemote.text).toBe('x'), WAIT)
  }
  expect([atRemote, atClient, other.atClient]).toEqual(
    Array.from({ length: 3 }, () => ({ text: '', hasEnded: false, isClosed: false })),
  )

  link.heal()
  await vi.waitFor(() => expect([atRemote.text, atClient.text]).toEqual(['ab', 'c']), WAIT)
})

test('when a stalled connection is cut, its held bytes are lost', async () => {
  const { link, connectBoth } = await setupLink()
  const { client, atClient, atRemote } = await connectBoth()
  link.stall()
  client.write('held')
  link.cut()
  await vi.waitFor(() => expect([atClient.isClosed, atRemote.isClosed]).toEqual([true, true]), WAIT)
  expect(atRemote.text).toBe('')
})

test('a slow link forwards later, in order, in both directions', async () => {
  const SLOW_MS = 60
  const { link, connectBoth } = await setupLink()
  const { client, remote, atClient, atRemote } = await connectBoth()
  link.slow(SLOW_MS)
  const startedAt = performance.now()
  client.write('ping')
  await vi.waitFor(() => expect(atRemote.text).toBe('ping'), { ...WAIT, interval: 1 })
  remote.write('pong')
  await vi.waitFor(() => expect(atClient.text).toBe('pong'), { ...WAIT, interval: 1 })
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * SLOW_MS - 2) // timers may fire a moment early
})

test('when a slow link stalls, its delayed bytes wait and arrive after it', async () => {
  const SLOW_MS = 60
  const { link, connectBoth } = await setupLink()
  const { client, remote, atClient, atRemote } = await connectBoth()
  const { link: slower, connectBoth: connectElsewhere } = await setupLink()
  const elsewhere = await connectElsewhere()

  link.slow(SLOW_MS)
  client.write('request')
  remote.write('response')
  elsewhere.client.write('now') // arrives at once, when the link has taken the earlier bytes
  await vi.waitFor(() => expect(elsewhere.atRemote.text).toBe('now'), WAIT)
  link.stall()
  slower.slow(2 * SLOW_MS)
  elsewhere.client.write(' and later')
  await vi.waitFor(() => expect(elsewhere.atRemote.text).toBe('now and later'), WAIT)
  expect([atRemote.text, atClient.text]).toEqual(['', ''])

  link.heal()
  await vi.waitFor(() => expect([atRemote.text, atClient.text]).toEqual(['request', 'response']), WAIT)
})

test('a lossy link resets one connection after another, and accepts new ones', async () => {
  const { link, connectBoth } = await setupLink()
  const { client, atClient, atRemote } = await connectBoth()
  const other = await connectBoth()
  const isOtherOpen = new Promise((resolve) => {
    client.once('close', () => resolve(!other.client.destroyed)) // `once` of node:events rejects: it is reset
  })
  link.lose({ delayMs: 60_000, everyMs: 50 })
  client.write('held')
  await vi.waitFor(() => expect([atClient.isClosed, atRemote.isClosed]).toEqual([true, true]), WAIT)
  expect(atRemote.text).toBe('')
  expect(await isOtherOpen).toBe(true)

  link.heal()
  const again = await connectBoth()
  again.client.write('again')
  await vi.waitFor(() => expect(again.atRemote.text).toBe('again'), WAIT)
})

test('a failing link answers with a 500 in place of its server, and forwards again once healed', async () => {
  const { link, connectBoth } = await setupLink()
  const { client, atClient, atRemote } = await connectBoth()
  link.fail()
  client.write('request')
  await vi.waitFor(() => expect(atClient.hasEnded).toBe(true), WAIT)
  client.end()
  await vi.waitFor(() => expect(atRemote.hasEnded).toBe(true), WAIT)
  expect([atClient.text.split('\r\n')[0], atRemote.text]).toEqual(['HTTP/1.1 500 Internal Server Error', ''])

  link.heal()
  const again = await connectBoth()
  again.client.write('again')
  await vi.waitFor(() => expect(again.atRemote.text).toBe('again'), WAIT)
})

test('when a side has sent everything, it still receives', async () => {
  const { connectBoth } = await setupLink()
  const { client, remote, atClient, atRemote } = await connectBoth()
  client.end('last words')
  await vi.waitFor(() => expect(atRemote).toMatchObject({ text: 'last words', hasEnded: true }), WAIT)
  expect(atClient.hasEnded).toBe(false)
  remote.end('answer')
  await vi.waitFor(() => expect(atClient).toMatchObject({ text: 'answer', hasEnded: true, isClosed: true }), WAIT)
})

test('when a link stalls, the end of a connection waits like its bytes', async () => {
  const { link, connectBoth } = await setupLink()
  const { client, remote, atRemote } = await connectBoth()
  client.write('first')
  await vi.waitFor(() => expect(atRemote.text).toBe('first'), WAIT)
  link.stall()
  client.end('held')
  remote.resume()
  link.heal()
  await vi.waitFor(() => expect(atRemote).toMatchObject({ text: 'firstheld', hasEnded: true }), WAIT)
})

test('when a receiver does not read, the sender waits', async () => {
  const { connectBoth } = await setupLink()
  const { client, remote } = await connectBoth()
  remote.pause()
  let sent = 0
  // without backpressure the sender fills the memory of the link endlessly
  while (sent < 4 * BUFFERED_MAX) {
    if (!client.write(CHUNK)) {
      const drained = await Promise.race([once(client, 'drain').then(() => true), untilIdle(client)])
      if (!drained) break
    }
    sent += CHUNK.length
  }
  expect(sent).toBeLessThan(BUFFERED_MAX)
  remote.resume()
  client.end()
  await once(remote, 'end')
  expect(remote.bytesRead).toBe(client.bytesWritten)
})

/** Resolves to false when the socket has stopped writing. */
async function untilIdle(socket: Socket): Promise<false> {
  let written = -1
  await vi.waitFor(
    () => {
      const before = written
      written = socket.bytesWritten - socket.writableLength
      expect(written).toBe(before)
    },
    { ...WAIT, interval: 300 },
  )
  return false
}

test('when its server is unavailable, a connection ends', async () => {
  const { link, server } = await setupLink()
  await new Promise((resolve) => server.close(resolve))
  const client = collect(connectClient(link.port))
  await vi.waitFor(() => expect(client.isClosed).toBe(true), WAIT)
})
