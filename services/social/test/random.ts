/** The seed of tests with random operations; another seed finds other orders. */
export function seedOf({ DISCOVERY_SEED }: NodeJS.ProcessEnv): number {
  return Number(DISCOVERY_SEED ?? 20_261_122)
}

/** Mulberry32: the seed repeats a run. */
export function createRandom(seed: number) {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  function pick<T>(items: readonly T[]): T {
    return items[integer(0, items.length - 1)] as T // never empty here
  }
  function weighted<K extends string>(weights: Record<K, number>): K {
    return pick(Object.keys(weights).flatMap((key) => Array<K>(weights[key as K]).fill(key as K)))
  }
  return { integer, pick, weighted }
}
