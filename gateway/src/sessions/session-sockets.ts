import type { Socket } from 'node:net'

/** In this time chat closes the WebSockets of an ended session, with the code that says why. */
const CLOSE_MS = 2_000

export type SessionSockets = ReturnType<typeof createSessionSockets>

/** The clients' connections below the WebSockets of this process, by session. */
export function createSessionSockets() {
  const bySid = new Map<string, Set<() => void>>()

  return {
    /** To be called before the connection is upgraded. */
    add(sid: string, socket: Socket): void {
      const writtenBefore = socket.bytesWritten
      const ends = bySid.get(sid) ?? new Set()
      const end = () => (socket.bytesWritten === writtenBefore ? socket.destroy() : silence(socket))
      bySid.set(sid, ends.add(end))
      socket.once('close', () => {
        ends.delete(end)
        if (ends.size === 0) bySid.delete(sid)
      })
    },

    /** Forwards nothing that the clients of these sessions send from now on; `null` means all sessions (SEC-13). */
    end(sids: string[] | null): void {
      for (const sid of sids ?? bySid.keys()) for (const end of bySid.get(sid) ?? []) end()
    },
  }
}

/** What chat sends still arrives, such as its close frame. */
function silence(socket: Socket): void {
  socket.unpipe()
  socket.resume() // while a byte is unread, a socket does not notice that the other side has gone
  const timeout = setTimeout(() => socket.destroy(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timeout))
}
