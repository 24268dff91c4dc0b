import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { failWritesToClosedConnections } from '../../src/mongo/closed-connections.ts'
import { requireOfMongoose } from '../../src/mongo/driver-internals.ts'

interface DriverConnection {
  command(namespace: unknown, command: object, options: object): Promise<unknown>
}
const { Connection } = requireOfMongoose('mongodb/lib/cmap/connection') as {
  Connection: new (socket: Socket, options: object) => DriverConnection
}
const { ns } = requireOfMongoose('mongodb/lib/utils') as { ns(text: string): unknown }

test('when its connection closes in the moment of the write, a command fails', async () => {
  failWritesToClosedConnections()
  const server = createServer()
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const connection = new Connection(socket, { id: 1, hostAddress: `127.0.0.1:${port}`, generation: 0 })

  socket.destroy()
  const command = connection.command(ns('admin.$cmd'), { hello: 1 }, { socketTimeoutMS: 500 })
  await expect(command).rejects.toThrow('closed')
})
