import type { Ctx } from '../context.ts'

/** Withdraws all invitations of these users. */
export async function endInvitations({ models }: Ctx, userIds: number[]): Promise<Record<string, never>> {
  const invitations = models.User.db.collection('invitations')
  await invitations.updateMany({ byId: { $in: userIds }, withdrawnAt: null }, { $set: { withdrawnAt: new Date() } })
  return {}
}
