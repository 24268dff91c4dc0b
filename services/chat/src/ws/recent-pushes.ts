/** Longer than a connection to NATS can be dead before that is noticed. */
const KEEP_MS = 30_000

/** Remembers for at least 30 s when a push for a user was last left unpublished. */
export function createRecentPushes(now: () => number = () => performance.now()) {
  let current = new Map<number, number>()
  let previous = new Map<number, number>()
  let startedAt = now()
  return {
    record(userId: number): void {
      const at = now()
      if (at - startedAt > KEEP_MS) {
        previous = current
        current = new Map()
        startedAt = at
      }
      current.set(userId, at)
    },
    wasPushedSince(userId: number, at: number): boolean {
      const pushedAt = current.get(userId) ?? previous.get(userId)
      return pushedAt !== undefined && pushedAt >= at
    },
  }
}
