import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKETS_PER_USER } from '@zing/proto/limits'
import type { Session } from './session.ts'

export type Connections = ReturnType<typeof createConnections>

interface Member {
  sessions: Set<Session>
  /** With whom a block was told since the first socket opened: nothing about them is delivered after that. */
  hidden: Set<number>
  /** Undoes what `onFirst` did. */
  release: () => void
}

/** The sockets of this process, by user; one user may have several tabs. */
export function createConnections() {
  const byUser = new Map<number, Member>()
  let first: (userId: number) => () => void = () => () => {}

  return {
    /** Called with the first socket of a user; what it returns, after the last. */
    onFirst(listener: (userId: number) => () => void): void {
      first = listener
    },

    /** False if this user has as many as one may have. */
    add(session: Session): boolean {
      const { userId } = session
      const member = byUser.get(userId) ?? { sessions: new Set(), hidden: new Set(), release: first(userId) }
      byUser.set(userId, member)
      if (member.sessions.size >= SOCKETS_PER_USER) return false
      member.sessions.add(session)
      return true
    },

    remove(session: Session): void {
      const member = byUser.get(session.userId)
      if (!member?.sessions.delete(session) || member.sessions.size > 0) return
      byUser.delete(session.userId)
      member.release()
    },

    /** To the confirmed sockets of a user, unless there is a block between them and whom it is about. */
    deliver(userId: number, aboutId: number | null, frame: ServerFrame): void {
      const member = byUser.get(userId)
      if (!member || (aboutId !== null && member.hidden.has(aboutId))) return
      if (frame.type === 'BLOCK_CONFIRMED') member.hidden.add(frame.blockedUserId)
      if (frame.type === 'USER_BLOCKED') member.hidden.add(frame.blockedBy)
      const text = JSON.stringify(frame)
      for (const session of member.sessions) if (session.isConfirmed) session.sendText(text, frame.type)
    },

    /** Confirmed or not: all of them are pinged, checked and closed. */
    all(): Session[] {
      return [...byUser.values()].flatMap(({ sessions }) => [...sessions])
    },
  }
}
