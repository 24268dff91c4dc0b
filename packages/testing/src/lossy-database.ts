import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterTestOrFile } from './after-test-or-file.ts'
import { testDatabase } from './servers.ts'

/**
 * A proxy to its own database that can drop or hold back one response: the command that contains all given words is
 * executed, then its connection breaks or waits. Other connections are not affected.
 */
export async function lossyDatabase() {
  const { hostname, port, pathname } = new URL(testDatabase())
  const sockets = new Set<Socket>()
  let words: string[] | null = null
  let toHold: { words: string[]; isHeld(): void; released: Promise<void> } | null = null

  function forward(from: Socket, to: Socket, onChunk: (chunk: Buffer) => void): void {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => to.destroy())
    from.on('data', onChunk)
  }

  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let isDropped = false
    let released: Promise<void> | null = null
    forward(client, server, (chunk) => {
      if (words?.every((word) => chunk.includes(word))) {
        words = null
        isDropped = true
      }
      if (toHold?.words.every((word) => chunk.includes(word))) {
        released = toHold.released
        toHold.isHeld()
        toHold = null
      }
      server.write(chunk)
    })
    forward(server, client, async (chunk) => {
      await released
      if (isDropped)
        client.destroy() // the response proves that the command was executed
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  afterTestOrFile(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })

  const { port: own } = proxy.address() as AddressInfo // a TCP server's address is never a string
  return {
    // without the driver's retry, which a standalone server does not support anyway
    url: `mongodb://127.0.0.1:${own}${pathname}?directConnection=true&retryWrites=false`,
    /** Resolves when the command has come, to a function that lets its response through. */
    async holdResponseTo(...command: string[]): Promise<() => void> {
      const released = Promise.withResolvers<void>()
      const held = Promise.withResolvers<void>()
      toHold = { words: command, isHeld: held.resolve, released: released.promise }
      await held.promise
      return released.resolve
    },
    dropResponseTo(...command: string[]): void {
      words = command
    },
  }
}
