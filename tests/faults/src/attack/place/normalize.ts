import type { Account } from './account.ts'

/** Who takes part: the names of the twins stand for their ids and times, which alone may differ. */
export interface Roles {
  me: Account
  twin: Account
  other: Account
  /** Ids of others, who are the same for both observers. */
  decoyIds: ReadonlySet<number>
}

/** Keys of the ids of users. Messages and notifications count on their own. */
const ID_KEY = /^id$|[a-z]Ids?$|By$/
const OTHER_ID_KEY = /^messageIds?$/
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Returns the value as text, with roles for ids, and without times of its own. Keys are sorted. */
export function normalize(value: unknown, roles: Roles): string {
  return JSON.stringify(value, (key, one) => {
    if (OTHER_ID_KEY.test(key)) return 'ids'
    if (typeof one === 'number' && ID_KEY.test(key)) return roleOf(one, roles)
    if (Array.isArray(one) && ID_KEY.test(key)) return one.map((id) => roleOf(id, roles))
    if (typeof one === 'string' && TIME.test(one)) return timeOf(one, roles)
    if (typeof one === 'object' && one !== null && !Array.isArray(one)) return sorted(one)
    return one
  })
}

function sorted(value: object): object {
  if ('id' in value && typeof value.id === 'number' && ('seq' in value || 'payload' in value))
    return sorted({ ...value, id: 'an id' })
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function roleOf(id: unknown, { me, twin, other, decoyIds }: Roles): string {
  if (id === me.id) return 'me'
  if (id === twin.id) return 'twin'
  if (id === other.id) return 'other twin'
  return typeof id === 'number' && decoyIds.has(id) ? `decoy ${id}` : 'some id'
}

function timeOf(time: string, { twin, other }: Roles): string {
  if (time === twin.createdAt) return 'sign-up of twin'
  return time === other.createdAt ? 'sign-up of other twin' : 'some time'
}

/** Decodes the cursor of the next page as an attacker would, and says whom it names. Null at the end of a list. */
export function nextOf(link: string | null, roles: Roles): string | null {
  const cursor = /[?&]cursor=([^&>]+)/.exec(link ?? '')?.[1]
  if (!cursor) return null
  const [, time, id] = /^(\d+)\.(\d+)/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (!time || !id) return 'an unreadable cursor'
  const role = roleOf(Number(id), roles)
  return role === 'some id' ? `at ${time}` : `behind ${role}`
}
