import { linkNextPage } from '@zing/kit/http/next-page'
import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/door'
import type { Ctx } from '../context.ts'
import { getRegistration } from '../door/get-registration.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { listInvitations } from '../invitations/list-invitations.ts'
import { findUsableInvitation } from '../invitations/usable-invitations.ts'
import { withdrawInvitation } from '../invitations/withdraw-invitation.ts'

/** Needs of a sign-up, and invitations. */
export function doorRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getRegistration, ({ query }) => getRegistration(ctx, query))
  serve(contract.createInvitation, ({ userId, body }) => createInvitation(ctx, userId, body))
  serve(contract.listInvitations, async ({ userId, query }, res) => {
    const { invitations, next } = await listInvitations(ctx, userId, query)
    if (next) linkNextPage(res, contract.listInvitations.path, { limit: query.limit, cursor: next })
    return invitations
  })
  serve(contract.withdrawInvitation, ({ userId, params }) => withdrawInvitation(ctx, userId, params.id))
  serve(contract.checkInvitation, async ({ params }) => {
    const invitation = await findUsableInvitation(ctx, params.code)
    return { isValid: invitation !== null, needsApproval: invitation?.needsApproval ?? false }
  })
}
