import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { testDatabase } from '@zing/testing/servers'
import { afterAll } from 'vitest'

/**
 * The way to a database of its own, which can lose one answer: the command with all these words is carried out, but
 * its connection breaks before anybody hears of it. All others go on.
 */
export async function lossyDatabase() {
  const { hostname, port, pathname } = new URL(testDatabase())
  const sockets = new Set<Socket>()
  let words: string[] | null = null

  function lead(from: Socket, to: Socket, onChunk: (chunk: Buffer) => void): void {
    sockets.add(from)
    from.on('error', () => {})
    from.on('close', () => to.destroy())
    from.on('data', onChunk)
  }

  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let isLost = false
    lead(client, server, (chunk) => {
      if (words?.every((word) => chunk.includes(word))) {
        words = null
        isLost = true
      }
      server.write(chunk)
    })
    lead(server, client, (chunk) => {
      if (isLost)
        client.destroy() // the answer shows that the command has been carried out
      else client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    proxy.close()
    for (const socket of sockets) socket.destroy()
  })

  const { port: own } = proxy.address() as AddressInfo // a TCP server's address is never a string
  return {
    // without the driver's own second try, which a single server does not offer anyway
    url: `mongodb://127.0.0.1:${own}${pathname}?directConnection=true&retryWrites=false`,
    loseAnswerTo(...command: string[]): void {
      words = command
    },
  }
}
