/** Moves an entry to another place; the same list if there is no such place. */
export function moved<T>(list: T[], from: number, to: number): T[] {
  const entry = list[from]
  if (from === to || to < 0 || to >= list.length || entry === undefined) return list
  return list.toSpliced(from, 1).toSpliced(to, 0, entry)
}
