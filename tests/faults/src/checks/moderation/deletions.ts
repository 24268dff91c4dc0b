import type { Violation } from '../violation.ts'

/** A deleted account, and the former match who looks for it. */
export interface Departure {
  id: number
  /** End of the response that confirmed the deletion. */
  at: number
  partnerId: number
}

/** User data that the partner and a login find at the end; null if it could not be read. */
export interface Remains {
  matches: number[] | null
  conversations: number[] | null
  feed: number[] | null
  /** Ids of the users that notifications are about. */
  notifications: number[] | null
  /** Status of the profile, of the messages, and of a login with the password. */
  profile: number
  messages: number
  login: number
}

/** A deleted user is gone for the partner, in every list, and cannot sign in (INV-13). */
export function checkDeparture({ id, at, partnerId }: Departure, remains: Remains): Violation[] {
  const who = `${id}, deleted at ${at} ms,`
  const { profile, messages, login, ...lists } = remains
  const found = Object.entries(lists).flatMap(([name, ids]): Violation[] => {
    if (!ids) return [{ invariant: 'INV-7', text: `${partnerId} cannot read the ${name}` }]
    return ids.includes(id) ? [{ invariant: 'INV-13', text: `${who} is in the ${name} of ${partnerId}` }] : []
  })
  const statuses = { profile: [profile, 404], messages: [messages, 404], login: [login, 401] }
  const wrong = Object.entries(statuses).flatMap(([name, [status, expected]]): Violation[] => {
    if (status === expected) return []
    const isAway = status === 0 || status === 429 || status === 503
    return [{ invariant: isAway ? 'INV-7' : 'INV-13', text: `${who}: the ${name} got ${status}` }]
  })
  return [...found, ...wrong]
}
