import net, { type Socket } from 'node:net'
import { socketsOpen } from '@zing/kit/observability/metrics'
import { SOCKETS_PER_ADDRESS } from '@zing/proto/limits'
import { WAIT } from '@zing/testing/wait'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ORIGIN, setupGateway } from './setup/setup-gateway.ts'

const gateway = await setupGateway()

/** Sends a WebSocket upgrade over a connection that stays open when the other side has ended it. */
function connect(cookie = '', { url } = gateway) {
  const { hostname, port } = new URL(url)
  const socket = net.connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  const errors: Error[] = []
  socket.on('error', (error) => void errors.push(error))
  const headers = ['Host: a', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const own = [`Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`, `Origin: ${ORIGIN}`, `Cookie: ${cookie}`]
  socket.write(`GET /ws HTTP/1.1\r\n${[...headers, ...own].join('\r\n')}\r\n\r\n`)
  return { socket, errors, received: () => received }
}

async function upgrade() {
  const client = connect(gateway.signedIn(5))
  await vi.waitFor(() => expect(client.received()).toContain(' 101 '), WAIT)
  const upstream = gateway.upgraded.at(-1) as Socket
  return { ...client, upstream }
}

async function openSockets(): Promise<number | undefined> {
  return (await socketsOpen.get()).values[0]?.value
}

test('SEC-89 when a rejected client does not close its connection, the gateway does', async () => {
  const { socket, errors, received } = connect()
  await vi.waitFor(() => expect(received()).toContain(' 401 '), WAIT)
  await vi.waitFor(() => {
    socket.write('x')
    expect(errors).not.toEqual([])
  }, WAIT)
})

test('when chat has ended a socket, it is closed, whatever its client still sends', async () => {
  const { socket, upstream } = await upgrade()
  expect(await openSockets()).toBe(1)
  upstream.destroy()
  await new Promise((resolve) => socket.once('end', resolve))
  socket.end('a pong')
  await vi.waitFor(async () => expect(await openSockets()).toBe(0), WAIT)
})

test('the connection to chat closes together with the client’s', async () => {
  const { socket, upstream } = await upgrade()
  socket.resetAndDestroy()
  await vi.waitFor(() => expect(upstream.destroyed).toBe(true), WAIT)
})

test('when the connection to chat breaks, the socket ends without a response in its frames', async () => {
  const { socket, upstream, received } = await upgrade()
  const ended = new Promise((resolve) => socket.once('end', resolve).once('close', resolve))
  upstream.resetAndDestroy()
  await ended
  expect(received().slice(1)).not.toContain('HTTP/1.1')
})

test('SEC-89 upgrades that wait for auth count for their address', async () => {
  const strict = await setupGateway({ RATE_PROFILE: 'strict' })
  const cookie = strict.signedIn(5)
  const clients = Array.from({ length: SOCKETS_PER_ADDRESS + 10 }, () => connect(cookie, strict))
  await vi.waitFor(() => expect(clients.every(({ received }) => received() !== '')).toBe(true), WAIT)
  const accepted = clients.filter(({ received }) => received().includes(' 101 '))
  expect(accepted).toHaveLength(SOCKETS_PER_ADDRESS)
})
