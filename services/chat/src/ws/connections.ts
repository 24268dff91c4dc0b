import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKETS_PER_USER } from '@zing/proto/limits'
import type { Session } from './session.ts'

export type Connections = ReturnType<typeof createConnections>

interface ConnectedUser {
  sessions: Set<Session>
  /** Users with a block pushed since the first socket opened; frames about them are dropped (SEC-65). */
  hidden: Set<number>
  /** Blockers of whom all sockets have been told. */
  toldBlockers: Set<number>
  release: () => void
}

export function createConnections() {
  const byUser = new Map<number, ConnectedUser>()
  let subscribe: (userId: number) => () => void = () => () => {}
  const onOpen: (() => void)[] = []

  return {
    /** Adds a callback for a socket that opens in a process that had none. */
    onOpen(listener: () => void): void {
      onOpen.push(listener)
    },

    /** Sets the callback for the first socket of a user; the function it returns runs after the last one has closed. */
    onFirstSocket(listener: (userId: number) => () => void): void {
      subscribe = listener
    },

    add(session: Session): boolean {
      const { userId } = session
      const user = byUser.get(userId) ?? createUser(subscribe(userId))
      byUser.set(userId, user)
      if (user.sessions.size >= SOCKETS_PER_USER) return false
      user.sessions.add(session)
      user.toldBlockers.clear()
      if (byUser.size === 1) for (const listener of onOpen) listener()
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
        if (user.toldBlockers.has(frame.blockedBy)) return // a repeated block
        user.toldBlockers.add(frame.blockedBy)
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

function createUser(release: () => void): ConnectedUser {
  return { sessions: new Set(), hidden: new Set(), toldBlockers: new Set(), release }
}
