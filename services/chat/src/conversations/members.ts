export type Side = 'lo' | 'hi'

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
