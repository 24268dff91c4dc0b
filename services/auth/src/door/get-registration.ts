import type { ResponseOf } from '@zing/proto/endpoint'
import type { getRegistration as contract } from '@zing/proto/http/door'
import type { Ctx } from '../context.ts'
import { questionOf } from './door-fields.ts'
import { findDoor } from './find-door.ts'

/** Tells a visitor, perhaps with an invitation, what a sign-up needs now. */
export async function getRegistration(ctx: Ctx, code: string | undefined): Promise<ResponseOf<typeof contract>> {
  const { settings, decision, price } = await findDoor(ctx, code)
  const { mode } = settings.registration
  const isOpen = decision !== 'registrationClosed'
  return {
    mode,
    needsInvitation: mode === 'invitation',
    ...(decision === 'pending' && { question: questionOf(settings) }),
    ...(isOpen && price !== 'none' && { challenge: await ctx.proofs.issue(price) }),
  }
}
