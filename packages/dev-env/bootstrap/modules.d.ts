// The types of the plain JavaScript here. Not `.d.mts` beside each file: Biome would rewrite imports of it to `.mjs.mts`.
declare module '*/node-version.mjs' {
  export function complaintAboutNode(version: string): string | null
  export function complaintWithoutPinnedNode(version: string, pinned: string, platform: string): string | null
}

declare module '*/pid-lock.mjs' {
  /** Takes a lock file. Null when it is ours now, else the id of the living process that holds it (0: cannot be told). */
  export function tryLock(file: string): number | null
  /** Gives back a lock that is ours; another's stays. */
  export function unlock(file: string): void
}
