import { ownerOfSelfie } from '../paths.ts'

const OTHER_IDS = /^(?:message|clientMessage|notification|event|request|trace|session|case|report|photo|prompt)Ids?$/

/** True if a value of an event, at any depth, names the user: by id, in a summary or profile, or by the path of a photo. */
export function namesUser(value: unknown, userId: number): boolean {
  if (typeof value === 'string') return ownerOfSelfie(value) === userId
  if (Array.isArray(value)) return value.some((item) => namesUser(item, userId))
  if (typeof value !== 'object' || value === null) return false
  const isPerson = 'name' in value // its `id` is that of a user; elsewhere it is that of a notification or an event
  return Object.entries(value).some(([key, inner]) => {
    const isUserId = isUserIdKey(key) || (key === 'id' && isPerson)
    return (isUserId && [inner].flat().includes(userId)) || namesUser(inner, userId)
  })
}

/** As `namesUser`, for JSON; text that is not JSON names every user whose id is a number in it. */
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
