import type { Socket } from 'node:net'
import type { Authorization } from './authorization.ts'
import { dispatch } from './dispatch.ts'
import { serializeReply } from './reply.ts'
import type { Session } from './session.ts'
import { parseRequest, takeMessage, writeReply } from './wire.ts'

interface ServerParts extends Pick<Session, 'store' | 'cursors'> {
  /** Clients must authenticate. */
  hasUsers: boolean
}

/** Runs the commands of one connection in order; commands of several connections share commits. */
export function serveConnection(socket: Socket, { hasUsers, ...parts }: ServerParts): void {
  const authorization: Authorization | undefined = hasUsers ? { user: null, conversation: null } : undefined
  let chunks: Buffer[] = []
  let queue = Promise.resolve()

  socket.on('error', () => socket.destroy()) // the client has disconnected; its commands still finish
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    if (expectedBytes(chunks) > totalBytes(chunks)) return // joining every chunk would copy a large message many times
    let received = Buffer.concat(chunks)
    for (let next = take(received); next; next = take(received)) {
      const { message, rest } = next
      received = Buffer.from(rest)
      queue = queue.then(() => respond(message)).catch((error) => void socket.destroy(error))
    }
    chunks = received.length > 0 ? [received] : []
  })

  function take(received: Buffer) {
    try {
      return takeMessage(received)
    } catch {
      socket.destroy() // not the wire protocol
      return null
    }
  }

  async function respond(message: Buffer): Promise<void> {
    if (socket.destroyed) return // the store may be closing
    const request = parseRequest(message)
    const reply = await dispatch({ ...parts, authorization, db: request.command.$db }, request.command)
    if (!request.isSilent && socket.writable) socket.write(writeReply(request, serializeReply(reply)))
  }
}

function totalBytes(chunks: Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0)
}

function expectedBytes([first]: Buffer[]): number {
  return first && first.length >= 4 ? first.readInt32LE(0) : 0
}
