/** Keeps which users of this process watch whom, and the last state that was pushed to them. */
export function createWatchedUsers() {
  const pushed = new Map<number, Map<number, boolean>>()
  const watchers = new Map<number, Set<number>>()

  function unwatch(watcherId: number, userId: number): void {
    pushed.get(watcherId)?.delete(userId)
    const others = watchers.get(userId)
    others?.delete(watcherId)
    if (others?.size === 0) watchers.delete(userId)
  }

  function watch(watcherId: number, userId: number): void {
    const states = pushed.get(watcherId)
    if (!states || states.has(userId)) return
    states.set(userId, false)
    watchers.set(userId, (watchers.get(userId) ?? new Set()).add(watcherId))
  }

  return {
    /** Replaces the users whom a user watches; new ones count as offline. */
    set(watcherId: number, userIds: number[]): void {
      const states = pushed.get(watcherId) ?? new Map<number, boolean>()
      pushed.set(watcherId, states)
      const kept = new Set(userIds)
      for (const userId of [...states.keys()]) if (!kept.has(userId)) unwatch(watcherId, userId)
      for (const userId of userIds) watch(watcherId, userId)
    },

    unwatch,

    /** Forgets a watcher. */
    remove(watcherId: number): void {
      for (const userId of [...(pushed.get(watcherId)?.keys() ?? [])]) unwatch(watcherId, userId)
      pushed.delete(watcherId)
    },

    watcherIds(): number[] {
      return [...pushed.keys()]
    },

    isPushed(watcherId: number, userId: number, isOnline: boolean): boolean {
      return pushed.get(watcherId)?.get(userId) === isOnline
    },

    /** Returns the watchers to whom another state of the user was pushed. */
    outdatedWatchers(userId: number, isOnline: boolean): number[] {
      return [...(watchers.get(userId) ?? [])].filter((watcherId) => pushed.get(watcherId)?.get(userId) !== isOnline)
    },

    /** Returns false if the watcher no longer watches the user. */
    markPushed(watcherId: number, userId: number, isOnline: boolean): boolean {
      const states = pushed.get(watcherId)
      if (!states?.has(userId)) return false
      states.set(userId, isOnline)
      return true
    },
  }
}
