/** A report without marks takes this many of the newest messages. */
const UNMARKED_MESSAGES = 20

/**
 * Returns the seqs of at most `max` messages, in order: marked ones, then their neighbours, nearest first. Without marks it
 * takes the newest.
 */
export function seqsAround(marked: number[], { newest, max }: { newest: number; max: number }): number[] {
  const chosen = new Set<number>()
  const centers = [...new Set(marked)].slice(0, max)
  if (centers.length === 0) {
    const first = Math.max(1, newest - Math.min(UNMARKED_MESSAGES, max) + 1)
    return Array.from({ length: newest - first + 1 }, (_, index) => first + index)
  }
  for (const center of centers) chosen.add(center)
  for (let distance = 1; chosen.size < max && distance <= max; distance++) {
    for (const seq of centers.flatMap((center) => [center - distance, center + distance])) {
      if (seq >= 1 && seq <= newest && chosen.size < max) chosen.add(seq)
    }
  }
  return [...chosen].sort((a, b) => a - b)
}

/**
 * Returns the messages at the centers and the nearest others whose texts fit into `maxBytes` too, in order. Without centers
 * it takes the newest.
 */
export function nearestWithin<M extends { seq: number; content: string }>(
  messages: M[],
  centers: number[],
  maxBytes: number,
): M[] {
  const around = centers.length > 0 ? centers : messages.slice(-1).map(({ seq }) => seq)
  const distanceOf = ({ seq }: M) => Math.min(...around.map((center) => Math.abs(center - seq)))
  let bytes = 0
  return messages
    .toSorted((a, b) => distanceOf(a) - distanceOf(b))
    .filter((message) => {
      bytes += Buffer.byteLength(message.content)
      return bytes <= maxBytes || distanceOf(message) === 0
    })
    .toSorted((a, b) => a.seq - b.seq)
}
