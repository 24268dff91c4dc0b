import { ownerOfSelfie } from '@zing/proto/paths'
import { WORD_KEYS } from '@zing/proto/profile-fields'
import { isUserIdKey, textNamesUser } from '@zing/proto/profiles/names-user'

export interface SoughtUser {
  userId: number
  /** Lower case. */
  username?: string | undefined
}

/** Collections whose `_id` is a user id. */
const KEYED_BY_USER = [
  'users',
  'people',
  'tombstones',
  'reporters',
  'held_claims',
  'first_messages',
  'notification_settings',
]
/** Fields that hold user ids although their names do not say so. Numbers in other fields do not count. */
const LISTS_OF_USERS = ['members', 'liked', 'blockedBy', 'ids']

/** Returns the paths of the fields of a document that name the user, by id or username. */
export function fieldsNaming(user: SoughtUser, collection: string, document: Record<string, unknown>): string[] {
  const found: string[] = []

  function search(value: unknown, path: string[], isPerson: boolean): void {
    const key = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
    if (typeof value === 'number' && value === user.userId && isUserKey(collection, path, key, isPerson)) note(path)
    if (typeof value === 'string' && stringNames(user, collection, key, value)) note(path)
    if (typeof value !== 'object' || value === null) return
    if (!Array.isArray(value) && !isPlain(value)) return // dates, bytes and the like
    const hasName = 'name' in value
    for (const [part, inner] of Object.entries(value)) search(inner, [...path, part], hasName)
  }
  function note(path: string[]): void {
    found.push(path.join('.'))
  }

  search(document, [], false)
  return found
}

function isUserKey(collection: string, path: string[], key: string, isPerson: boolean): boolean {
  if (path.length === 1 && key === '_id') return KEYED_BY_USER.includes(collection)
  return isUserIdKey(key) || LISTS_OF_USERS.includes(key) || (key === 'id' && isPerson)
}

function stringNames({ userId, username }: SoughtUser, collection: string, key: string, value: string): boolean {
  if (username !== undefined && value.toLowerCase() === username) return true
  if (collection === 'dead_letters' && key === 'text') return textNamesUser(value, userId)
  const isWords = WORD_KEYS.includes(key) && collection !== 'audit' // users write words, so JSON in them is not ours
  if (!isWords && value.startsWith('{')) return textNamesUser(value, userId) // stored JSON
  if (ownerOfSelfie(value) === userId) return true
  return idsInKey(collection, key, value).includes(userId)
}

/**
 * User ids in keys such as `3:7` (two users), `7:<uuid>` (a message), `20780:7` and `20780:7:likes` (a day),
 * `match:3:7:2` and `like:7`.
 */
function idsInKey(collection: string, key: string, value: string): number[] {
  if (!value.includes(':')) return []
  const parts = value.split(':').map(Number)
  if (collection === 'daily_usage') return parts.slice(1)
  if (key === 'key' || key === 'recent') return parts.slice(0, 1)
  if (key === 'cause') return parts.slice(1, 3) // what follows is a rev
  return ['_id', 'conv', 'conversations'].includes(key) && parts.length === 2 ? parts : []
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
