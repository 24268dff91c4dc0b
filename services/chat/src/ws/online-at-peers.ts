import type { PresenceChange } from './peers.ts'

/** Since the last message of a process, of which one comes every 10 s. */
const LEASE_MS = 24_000
/** Time in which the clients of a process that stops connect to another one. */
const HANDOVER_MS = 10_000

interface Process {
  users: Set<number>
  until: number
}

/** Follows which users are online at other processes, by a lease of each process. */
export function createOnlineAtPeers(now: () => number = () => performance.now()) {
  const processes = new Map<string, Process>()
  return {
    /** Returns the users whose state may have changed. */
    receive({ process, online = [], offline = [], isComplete, isLast }: PresenceChange): number[] {
      const known = processes.get(process) ?? { users: new Set<number>(), until: 0 }
      processes.set(process, known)
      known.until = now() + (isLast ? HANDOVER_MS : LEASE_MS)
      const before = isComplete ? [...known.users] : []
      if (isComplete) known.users.clear()
      for (const userId of offline) known.users.delete(userId)
      for (const userId of online) known.users.add(userId)
      return [...before, ...offline, ...online]
    },

    has(userId: number): boolean {
      for (const { users, until } of processes.values()) if (until > now() && users.has(userId)) return true
      return false
    },

    /** Forgets processes whose lease has ended; returns their users. */
    expire(): number[] {
      const gone: number[] = []
      for (const [name, { users, until }] of processes) {
        if (until > now()) continue
        processes.delete(name)
        gone.push(...users)
      }
      return gone
    },
  }
}
