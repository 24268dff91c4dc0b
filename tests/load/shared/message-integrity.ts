/**
 * For every message sent, in the order in which the server took them: was it seen exactly once, and after the one before
 * it? Lost, doubled and overtaken ones are false.
 */
export function intact(sent: string[], seen: string[]): boolean[] {
  const places = new Map<string, number[]>()
  seen.forEach((content, place) => {
    places.set(content, [...(places.get(content) ?? []), place])
  })
  let latest = -1
  return sent.map((content) => {
    const [place, ...more] = places.get(content) ?? []
    if (place === undefined) return false
    const isInOrder = place > latest
    latest = Math.max(latest, place)
    return isInOrder && more.length === 0
  })
}
