import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { WAIT } from '@zing/testing/wait'
import { afterEach, expect, test, vi } from 'vitest'
import { createHostResolver } from './resolve-host.ts'

const A = 1
const AAAA = 28
const ADDRESSES: Record<number, Buffer> = {
  [A]: Buffer.from([192, 0, 2, 7]),
  [AAAA]: Buffer.from('20010db8000000000000000000000007', 'hex'),
}
const HEADER_BYTES = 12

const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})

/** Starts a name server with addresses of these types for all names that do not begin with "silent". */
async function startNameServer(types: number[]): Promise<{ address: string; unanswered(): Set<string> }> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  const unanswered = new Set<string>()
  socket.on('message', (query, { port }) => {
    const endOfName = query.indexOf(0, HEADER_BYTES)
    const name = query.toString('latin1', HEADER_BYTES, endOfName)
    if (name.includes('silent')) return void unanswered.add(name.toLowerCase())
    const question = query.subarray(HEADER_BYTES, endOfName + 5)
    const type = query.readUInt16BE(endOfName + 1)
    const data = types.includes(type) ? ADDRESSES[type] : undefined
    const counts = [0, 1, 0, data ? 1 : 0, 0, 0, 0, 0]
    const answer = data ? [Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, 0, 0, 0, 1, 0, data.length]), data] : []
    const response = [query.subarray(0, 2), Buffer.from([0x81, 0x80, ...counts]), question, ...answer]
    socket.send(Buffer.concat(response), port, '127.0.0.1')
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { address: `127.0.0.1:${socket.address().port}`, unanswered: () => unanswered }
}

test.each([
  ['both kinds', [A, AAAA], ['192.0.2.7', '2001:db8::7']],
  ['one kind', [A], ['192.0.2.7']],
  ['the other kind', [AAAA], ['2001:db8::7']],
])('a name with addresses of %s leads to all of them', async (_what, types, addresses) => {
  const { address } = await startNameServer(types)
  const found = await createHostResolver([address])('push.example')
  expect(found.map((one) => one.address)).toEqual(addresses)
  expect(found.map(({ family }) => family)).toEqual(types.map((type) => (type === A ? 4 : 6)))
})

test('when a name has no address, it rejects', async () => {
  const { address } = await startNameServer([])
  await expect(createHostResolver([address])('push.example')).rejects.toMatchObject({ code: 'ENODATA' })
})

test('SEC-95 names without an answer delay no other name', async () => {
  const { address, unanswered } = await startNameServer([A])
  const resolve = createHostResolver([address])
  const names = Array.from({ length: 40 }, (_, i) => `silent${i}.example`)
  for (const name of names) resolve(name).catch(() => {}) // after its timeout
  await vi.waitFor(() => expect(unanswered().size).toBe(names.length), WAIT)
  expect(await resolve('push.example')).toEqual([{ address: '192.0.2.7', family: 4 }])
})
