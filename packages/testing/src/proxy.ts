import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterTestOrFile } from './after-test-or-file.ts'

export interface Proxy {
  port: number
  /** Closes all open connections. */
  closeAll(): void
}

/** Connects each client to the server at `target`, until the test or its file ends; `onConnection` forwards the bytes. */
export async function startProxy(
  target: string,
  onConnection: (client: Socket, server: Socket) => void,
): Promise<Proxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()

  function track(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
  }

  const listener = createServer((client) => {
    const server = connect(Number(port), hostname)
    track(client, server)
    track(server, client)
    onConnection(client, server)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))

  function closeAll(): void {
    for (const socket of sockets) socket.destroy()
  }
  afterTestOrFile(() => {
    listener.close()
    closeAll()
  })
  return { port: (listener.address() as AddressInfo).port, closeAll } // a TCP server's address is never a string
}
