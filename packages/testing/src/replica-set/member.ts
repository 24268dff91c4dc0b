import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { serializeReply } from '@zing/embedded-mongo/reply'
import { parseRequest, type Request, takeMessage, writeReply } from '@zing/embedded-mongo/wire'
import mongoose from 'mongoose'
import { type MemberParts, respond } from './respond.ts'

const FLAGS_AT = 16
const MORE_TO_COME = 2
const EXHAUST_ALLOWED = 1 << 16

/** Serves one address of the set. */
export async function listenAsMember(index: number, parts: Omit<MemberParts, 'index' | 'processId'>) {
  const sockets = new Set<Socket>()
  let processId = new mongoose.mongo.ObjectId()
  let isSilent = false

  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    const member = { ...parts, index, processId }
    let received: Buffer = Buffer.alloc(0)
    let queue = Promise.resolve()
    socket.on('data', (chunk) => {
      if (isSilent) return
      received = Buffer.concat([received, Buffer.from(chunk)])
      for (let next = takeMessage(received); next; next = takeMessage(received)) {
        received = next.rest
        const { message } = next
        queue = queue.then(() => serve(socket, member, message)).catch((error) => void socket.destroy(error))
      }
    })
  })

  async function serve(socket: Socket, member: MemberParts, message: Buffer): Promise<void> {
    const request = parseRequest(message)
    const { command, opCode } = request
    const isStreamed = opCode !== 2004 && (message.readUInt32LE(FLAGS_AT) & EXHAUST_ALLOWED) !== 0
    if (isStreamed && command.topologyVersion) return streamHello(socket, member, request)
    const reply = await respond(member, command)
    if (!request.isSilent) send(socket, writeReply(request, serializeReply(reply)))
  }

  /** Answers again and again, at each change or after `maxAwaitTimeMS`: the driver asks once. */
  async function streamHello(socket: Socket, member: MemberParts, request: Request): Promise<void> {
    const { topologyVersion, maxAwaitTimeMS } = request.command
    const closed = new AbortController()
    socket.once('close', () => closed.abort())
    let known = Number(topologyVersion.counter)
    while (!socket.destroyed) {
      const { elections } = member
      const signal = AbortSignal.any([closed.signal, AbortSignal.timeout(maxAwaitTimeMS)])
      if (known === elections.version) await once(elections.changes, 'change', { signal }).catch(() => {})
      known = elections.version
      const reply = writeReply(request, serializeReply(await respond(member, request.command)))
      reply.writeUInt32LE(MORE_TO_COME, FLAGS_AT)
      send(socket, reply)
    }
  }

  function send(socket: Socket, bytes: Buffer): void {
    if (!isSilent && socket.writable) socket.write(bytes)
  }

  function close(): void {
    server.close()
    for (const socket of sockets) socket.destroy()
  }

  async function listen(port: number): Promise<void> {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }

  await listen(0)
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return {
    host: `127.0.0.1:${port}`,
    close,
    silence() {
      isSilent = true
    },
    async restore() {
      for (const socket of sockets) socket.destroy()
      isSilent = false
      processId = new mongoose.mongo.ObjectId()
      if (!server.listening) await listen(port)
    },
  }
}
