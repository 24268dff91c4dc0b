import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'

export async function countRecoveryCodes(ctx: Ctx, userId: number): Promise<number> {
  const { recoveryCodes } = await getUser(ctx, userId)
  return recoveryCodes?.length ?? 0
}
