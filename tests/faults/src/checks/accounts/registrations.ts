import type { Violation } from '../violation.ts'

/** A username requested once, or twice at the same time, with a name that no other user has. */
export interface Registration {
  username: string
  name: string
  /** Ids of the accounts that the callers got, by registration or login. */
  ids: number[]
}

/** Compares registrations with another user's feed: each is one user, and the feed lists it (INV-1, 2, 7). */
export function checkRegistrations(registrations: Registration[], feed: { id: number; name: string }[]): Violation[] {
  const byName = Map.groupBy(feed, ({ name }) => name)
  return registrations.flatMap(({ username, name, ids }): Violation[] => {
    const accounts = new Set(ids)
    const listed = (byName.get(name) ?? []).map(({ id }) => id)
    if (accounts.size > 1 || listed.length > 1)
      return [
        {
          invariant: 'INV-2',
          text: `${username} is ${[...new Set([...accounts, ...listed])].join(' and ')}, two users`,
        },
      ]
    const [id] = accounts
    if (id !== undefined && listed[0] !== id)
      return [{ invariant: 'INV-7', text: `${username} (${id}) is not in the feed of others` }]
    return []
  })
}
