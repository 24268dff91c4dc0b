import type { Ctx } from '../context.ts'
import { giveUseBack, useInvitation } from '../invitations/use-invitation.ts'
import type { Door } from './find-door.ts'
import { giveSeatBack, takeSeat } from './seats.ts'

interface Entry {
  door: Door
  epoch: number
  /** True for errors of `insert` after which no account exists. */
  isNothingStored(error: unknown): boolean
}

/**
 * Uses the invitation and takes a seat, then inserts the account. Gives both back if nothing was inserted; after any
 * other failure the account may exist.
 */
export async function enter<T>(
  ctx: Ctx,
  { door, epoch, isNothingStored }: Entry,
  insert: () => Promise<T>,
): Promise<T> {
  const { invitation } = door
  if (invitation) await useInvitation(ctx, invitation)
  const seat = await takeSeat(ctx, epoch, ctx.settings.current().settings.registration).catch(async (error) => {
    if (invitation) await giveUseBack(ctx, invitation)
    throw error
  })
  try {
    return await insert()
  } catch (error) {
    if (isNothingStored(error)) await Promise.all([giveSeatBack(ctx, seat), invitation && giveUseBack(ctx, invitation)])
    throw error
  }
}
