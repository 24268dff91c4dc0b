/** Chooses up to `max` of the added items, each with the same probability. */
export function createSample<T>(max: number, random: () => number = Math.random) {
  const chosen: T[] = []
  let seen = 0
  return {
    add(item: T): void {
      seen += 1
      if (chosen.length < max) {
        chosen.push(item)
        return
      }
      const at = Math.floor(random() * seen)
      if (at < max) chosen[at] = item
    },
    list: () => chosen,
  }
}
