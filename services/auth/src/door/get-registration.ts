import type { QueryOf, ResponseOf } from '@zing/proto/endpoint'
import type { getRegistration as contract } from '@zing/proto/http/door'
import type { Ctx } from '../context.ts'
import { questionOf } from './door-fields.ts'
import { findDoor } from './find-door.ts'

/** Tells a visitor, perhaps with an invitation, what a sign-up needs now. */
export async function getRegistration(
  ctx: Ctx,
  { invitation, language }: QueryOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const { settings, decision, price } = await findDoor(ctx, invitation)
  const { mode } = settings.registration
  const isOpen = decision !== 'registrationClosed'
  return {
    mode,
    needsInvitation: mode === 'invitation',
    ...(decision === 'pending' && { question: questionOf(settings, language) }),
    ...(isOpen && price !== 'none' && { challenge: await ctx.proofs.issue(price) }),
  }
}
