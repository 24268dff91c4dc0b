import { hasRole } from '@zing/proto/accounts/roles'
import type { Settings } from '@zing/proto/community/settings'
import { isWaiting } from '../applications/status.ts'
import type { UserDocument } from '../models/user.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Staff may invite, and members who have been here for the community's number of days. */
export function mayInvite(
  user: Pick<UserDocument, 'role' | 'status' | 'createdAt'>,
  { memberDays }: Settings['invitations'],
  at: Date,
): boolean {
  if (isStaff(user)) return true
  if (isWaiting(user) || memberDays === null) return false
  return at.getTime() - user.createdAt.getTime() >= memberDays * DAY_MS
}

export function isStaff({ role }: Pick<UserDocument, 'role'>): boolean {
  return hasRole(role === 'member' ? undefined : (role ?? undefined), 'moderator')
}
