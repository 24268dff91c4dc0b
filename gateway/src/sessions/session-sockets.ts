import type { Socket } from 'node:net'

/** Chat closes the WebSockets of an ended session within this time, with the code that says why. */
const CLOSE_MS = 2_000

export type SessionSockets = ReturnType<typeof createSessionSockets>

/** Keeps the clients' connections below this process's WebSockets, by session. */
export function createSessionSockets() {
  const bySid = new Map<string, Set<() => void>>()

  return {
    /** Call it before the connection is upgraded. */
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

    /** Forwards nothing more that the clients of these sessions send. `null` means all sessions (SEC-13). */
    end(sids: string[] | null): void {
      for (const sid of sids ?? bySid.keys()) for (const end of bySid.get(sid) ?? []) end()
    },
  }
}

/** Frames of chat still arrive, such as its close frame. */
function silence(socket: Socket): void {
  socket.unpipe()
  socket.resume() // a socket with unread bytes does not notice that the other side has gone
  const timeout = setTimeout(() => socket.destroy(), CLOSE_MS)
  socket.once('close', () => clearTimeout(timeout))
}
