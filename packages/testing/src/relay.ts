import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterTestOrFile } from './after-test-or-file.ts'

/** A TCP relay in front of a server, which a test can cut off from one client while others go on. */
export async function startRelay(target: string) {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let state: 'open' | 'silent' | 'cut' = 'open'

  function forward(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    from.on('data', (chunk) => {
      if (state === 'open') to.write(chunk)
    })
  }

  const server = createServer((client) => {
    if (state === 'cut') return client.destroy()
    const upstream = connect(Number(port), hostname)
    forward(client, upstream)
    forward(upstream, client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  function closeAll(): void {
    for (const socket of sockets) socket.destroy()
  }
  afterTestOrFile(() => {
    server.close()
    closeAll()
  })

  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port) // a TCP server's address is never a string
  return {
    url: url.href,
    /** Closes all connections and refuses new ones. */
    cut(): void {
      state = 'cut'
      closeAll()
    },
    /** Drops all bytes, as a dead network does: neither side notices at first. */
    silence(): void {
      state = 'silent'
    },
    /** Forwards again, over new connections. */
    heal(): void {
      closeAll()
      state = 'open'
    },
  }
}
