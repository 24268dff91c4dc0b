/** The ids of two users, the smaller one first. */
export type Members = [lo: number, hi: number]

/** Orders the ids of two users. */
export function membersOf(a: number, b: number): Members {
  return a < b ? [a, b] : [b, a]
}

/** `lo:hi`: the key of everything that belongs to two users, in every service that stores it. */
export function pairKey(a: number, b: number): string {
  return membersOf(a, b).join(':')
}
