/**
 * Takes a lock that is a file with the id of its holder. Returns null when it is ours now, else the id of the living
 * process that holds it (0 when that cannot be told).
 */
export function tryLock(file: string): number | null
/** Gives back a lock that is ours; another's stays. */
export function unlock(file: string): void
