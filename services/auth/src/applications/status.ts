import type { UserDocument } from '../models/user.ts'

/** Statuses of accounts that nobody has let in: auth alone knows them, and no member sees them. */
export const WAITING = ['pending', 'refused'] as const

type Applied = Pick<UserDocument, 'status' | 'wasMember'>

export function isWaiting({ status }: Pick<Applied, 'status'>): boolean {
  return Boolean(status)
}

/** True if other services know the account. They keep a member who waits again, and hide them. */
export function isReplicated(user: Applied): boolean {
  return !isWaiting(user) || Boolean(user.wasMember)
}

/** A filter of `isReplicated`: one of these holds. */
export const REPLICATED = [{ status: null }, { wasMember: true }]
