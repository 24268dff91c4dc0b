export type Members = [lo: number, hi: number]
export type Side = 'lo' | 'hi'

export function membersOf(a: number, b: number): Members {
  return a < b ? [a, b] : [b, a]
}

export function conversationId(a: number, b: number): string {
  return membersOf(a, b).join(':')
}

interface OfTwo {
  members: number[]
}

export function sideOf({ members }: OfTwo, userId: number): Side {
  return members[0] === userId ? 'lo' : 'hi'
}

export function otherSide(side: Side): Side {
  return side === 'lo' ? 'hi' : 'lo'
}

export function partnerOf({ members: [lo, hi] }: OfTwo, userId: number): number {
  return Number(lo === userId ? hi : lo)
}
