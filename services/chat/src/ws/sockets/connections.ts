import type { ServerFrame } from '@zing/proto/frames/server'
import { SOCKETS_PER_USER } from '@zing/proto/limits'
import type { ClientSocket } from './client-socket.ts'

export type Connections = ReturnType<typeof createConnections>

interface ConnectedUser {
  /** Sockets, each with the blockers whose USER_BLOCKED it was sent. */
  sockets: Map<ClientSocket, Set<number>>
  /** Users with a block that was pushed since the first socket opened, and has not ended. Frames about them are dropped (SEC-65). */
  hidden: Set<number>
  release: () => void
}

export function createConnections() {
  const byUser = new Map<number, ConnectedUser>()
  let subscribe: (userId: number) => () => void = () => () => {}
  const onOpen: (() => void)[] = []
  let count = 0
  let onDelivery: (userId: number, frame: ServerFrame) => void = () => {}

  return {
    /** Adds a callback for the first socket in a process without sockets. */
    onOpen(listener: () => void): void {
      onOpen.push(listener)
    },

    /** Sets the callback for a user's first socket. It returns a function that runs after the last one has closed. */
    onFirstSocket(listener: (userId: number) => () => void): void {
      subscribe = listener
    },

    /** Sets the callback for frames that are delivered to a user. */
    onDelivery(listener: (userId: number, frame: ServerFrame) => void): void {
      onDelivery = listener
    },

    add(socket: ClientSocket): boolean {
      const { userId } = socket
      const user = byUser.get(userId) ?? createUser(subscribe(userId))
      byUser.set(userId, user)
      if (user.sockets.size >= SOCKETS_PER_USER) return false
      user.sockets.set(socket, new Set())
      count += 1
      if (byUser.size === 1) for (const listener of onOpen) listener()
      return true
    },

    remove(socket: ClientSocket): void {
      const user = byUser.get(socket.userId)
      if (!user?.sockets.delete(socket)) return
      count -= 1
      if (user.sockets.size > 0) return
      byUser.delete(socket.userId)
      user.release()
    },

    /**
     * Sends a frame to a user's confirmed sockets except `except`. A block drops frames about the blocked user. A socket gets
     * USER_BLOCKED once per blocker; an unconfirmed socket gets it with the next push.
     */
    deliver(userId: number, aboutId: number | null, frame: ServerFrame, except?: ClientSocket): void {
      const user = byUser.get(userId)
      if (!user || (aboutId !== null && user.hidden.has(aboutId))) return
      if (frame.type === 'BLOCK_CONFIRMED') user.hidden.add(frame.blockedUserId)
      if (frame.type === 'USER_BLOCKED') user.hidden.add(frame.blockedBy)
      onDelivery(userId, frame)
      let text: string | undefined
      for (const [socket, pushedBlockers] of user.sockets) {
        if (!socket.isConnected || socket === except) continue
        if (frame.type === 'USER_BLOCKED') {
          if (pushedBlockers.has(frame.blockedBy)) continue
          pushedBlockers.add(frame.blockedBy)
        }
        text ??= JSON.stringify(frame)
        socket.sendText(text, frame.type)
      }
    },

    /** Lets frames about each of two users reach the other again, after the end of a block. */
    show(blockerId: number, blockedId: number): void {
      byUser.get(blockerId)?.hidden.delete(blockedId)
      const blocked = byUser.get(blockedId)
      blocked?.hidden.delete(blockerId)
      for (const pushedBlockers of blocked?.sockets.values() ?? []) pushedBlockers.delete(blockerId)
    },

    /** True if the user has a socket here, even before AUTH. */
    has(userId: number): boolean {
      return byUser.has(userId)
    },

    /** Returns the sockets of a user, even before AUTH. */
    of(userId: number): ClientSocket[] {
      return [...(byUser.get(userId)?.sockets.keys() ?? [])]
    },

    /** Counts the sockets, even before AUTH. */
    count: () => count,

    /** Returns all sockets, even before AUTH. */
    all(): ClientSocket[] {
      return [...byUser.values()].flatMap(({ sockets }) => [...sockets.keys()])
    },
  }
}

function createUser(release: () => void): ConnectedUser {
  return { sockets: new Map(), hidden: new Set(), release }
}
