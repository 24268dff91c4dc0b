import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterTestOrFile } from './after-test-or-file.ts'

export interface HeldResponse {
  /** Resolves when the command has been executed and its response is held back. */
  arrived: Promise<void>
  release(): void
}

/** A proxy to a database that can hold back one response, as if the process that waits for it were paused there. */
export async function heldDatabase(mongoUrl: string) {
  const { hostname, port, pathname } = new URL(mongoUrl)
  const sockets = new Set<Socket>()
  let next: { isHeld(command: Buffer): boolean; arrive(): void; released: Promise<void> } | null = null

  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let held: typeof next = null
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => {})
      from.on('close', () => to.destroy())
    }
    client.on('data', (chunk) => {
      if (typeof chunk !== 'string' && next?.isHeld(chunk)) [held, next] = [next, null]
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (!held) return client.write(chunk)
      held.arrive()
      void held.released.then(() => client.write(chunk))
      held = null // the driver sends nothing more on this connection before it has the response
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  afterTestOrFile(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })

  const { port: own } = proxy.address() as AddressInfo // a TCP server's address is never a string
  return {
    url: `mongodb://127.0.0.1:${own}${pathname}?directConnection=true`,
    /** Holds the response to the next command whose bytes `isHeld` accepts. */
    holdResponse(isHeld: (command: Buffer) => boolean): HeldResponse {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      next = { isHeld, arrive: arrived.resolve, released: released.promise }
      return { arrived: arrived.promise, release: released.resolve }
    },
  }
}
