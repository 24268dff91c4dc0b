/** Checks for each sent message, in server order, whether it arrived exactly once and after the previous one. */
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
