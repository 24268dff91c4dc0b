import { stableNumber } from '../bots/stable-hash.ts'

/** A stream of numbers that depends on its seed alone. */
export interface Random {
  between(least: number, most: number): number
  whole(least: number, most: number): number
  pick<T>(options: readonly T[]): T
  chance(probability: number): boolean
}

export function createRandom(seed: string): Random {
  let state = stableNumber(seed)
  /** Mulberry32: from 0 up to 1. */
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + next() * (most - least)
  return {
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    pick<T>(options: readonly T[]): T {
      const found = options[Math.floor(next() * options.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
    chance: (probability) => next() < probability,
  }
}
