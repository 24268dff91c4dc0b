import { ownerOfSelfie } from '../paths.ts'

const OTHER_IDS = /^(?:message|clientMessage|notification|event|request|trace|session|case|report|photo|prompt)Ids?$/

/**
 * True if a value of an event names the user, at any depth. Ids, summaries, profiles and paths of photos name users.
 */
export function namesUser(value: unknown, userId: number): boolean {
  if (typeof value === 'string') return ownerOfSelfie(value) === userId
  if (Array.isArray(value)) return value.some((item) => namesUser(item, userId))
  if (typeof value !== 'object' || value === null) return false
  const isPerson = 'name' in value // its `id` belongs to a user; elsewhere `id` belongs to a notification or an event
  return Object.entries(value).some(([key, inner]) => {
    const isUserId = isUserIdKey(key) || (key === 'id' && isPerson)
    return (isUserId && [inner].flat().includes(userId)) || namesUser(inner, userId)
  })
}

/** Applies `namesUser` to JSON. Other text names every user whose id is a number in it. */
export function textNamesUser(text: string, userId: number): boolean {
  try {
    return namesUser(JSON.parse(text), userId)
  } catch {
    return new RegExp(`(?<!\\d)${userId}(?!\\d)`).test(text)
  }
}

/** `userId`, `likerId`, `userIds`, `partnerIds`; not `messageId`, `notificationIds` and the like. */
export function isUserIdKey(key: string): boolean {
  return /Ids?$/.test(key) && !OTHER_IDS.test(key)
}
