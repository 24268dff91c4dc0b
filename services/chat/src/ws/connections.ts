import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKETS_PER_USER } from '@zing/proto/limits'
import type { Session } from './session.ts'

export type Connections = ReturnType<typeof createConnections>

interface ConnectedUser {
  sessions: Set<Session>
  /** Users with a block pushed since the first socket opened; frames about them are dropped (SEC-65). */
  hidden: Set<number>
  release: () => void
}

export function createConnections() {
  const byUser = new Map<number, ConnectedUser>()
  let subscribe: (userId: number) => () => void = () => () => {}

  return {
    /** Sets the callback for the first socket of a user; the function it returns runs after the last one has closed. */
    onFirstSocket(listener: (userId: number) => () => void): void {
      subscribe = listener
    },

    add(session: Session): boolean {
      const { userId } = session
      const user = byUser.get(userId) ?? { sessions: new Set(), hidden: new Set(), release: subscribe(userId) }
      byUser.set(userId, user)
      if (user.sessions.size >= SOCKETS_PER_USER) return false
      user.sessions.add(session)
      return true
    },

    remove(session: Session): void {
      const user = byUser.get(session.userId)
      if (!user?.sessions.delete(session) || user.sessions.size > 0) return
      byUser.delete(session.userId)
      user.release()
    },

    /** Sends a frame to the confirmed sockets of a user but `except`, unless a block hides the user that it is about. */
    deliver(userId: number, aboutId: number | null, frame: ServerFrame, except?: Session): void {
      const user = byUser.get(userId)
      if (!user || (aboutId !== null && user.hidden.has(aboutId))) return
      if (frame.type === 'BLOCK_CONFIRMED') user.hidden.add(frame.blockedUserId)
      if (frame.type === 'USER_BLOCKED') {
        if (user.hidden.has(frame.blockedBy)) return // a repeated block
        user.hidden.add(frame.blockedBy)
      }
      let text: string | undefined
      for (const session of user.sessions) {
        if (!session.isConfirmed || session === except) continue
        text ??= JSON.stringify(frame)
        session.sendText(text, frame.type)
      }
    },

    /** Returns the users with a socket, also those before AUTH. */
    users(): number[] {
      return [...byUser.keys()]
    },

    /** Returns all sockets, also those before AUTH. */
    all(): Session[] {
      return [...byUser.values()].flatMap(({ sessions }) => [...sessions])
    },
  }
}
