// Types of the plain JavaScript modules. Not `.d.mts` beside each file: Biome would rewrite their imports to `.mjs.mts`.
declare module '*/node-version.mjs' {
  export function complaintAboutNode(version: string): string | null
  export function complaintWithoutPinnedNode(version: string, pinned: string, platform: string): string | null
}

declare module '*/pid-lock.mjs' {
  /** Acquires a lock file. Returns null on success, else the process id of the live owner (0: unknown). */
  export function tryLock(file: string): number | null
  /** Releases the lock if this process owns it. */
  export function unlock(file: string): void
}
