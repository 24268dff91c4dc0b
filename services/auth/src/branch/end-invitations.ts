import type { Ctx } from '../context.ts'

/** Withdraws all invitations of these users. */
export async function endInvitations({ models }: Ctx, userIds: number[]): Promise<Record<string, never>> {
  const open = { userId: { $in: userIds }, withdrawnAt: null }
  await models.Invitation.updateMany(open, { $set: { withdrawnAt: new Date() } })
  return {}
}
