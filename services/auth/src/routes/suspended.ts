import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/suspended'
import type { Ctx } from '../context.ts'
import { deleteSuspended, exportSuspended, suspendedCaller } from '../moderation/suspended-account.ts'
import { sendExport } from './exports.ts'

/** Calls for suspended users, who have no session. */
export function suspendedRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.exportSuspended, ({ body }) => exportSuspended(ctx, body.token))
  serve(contract.getSuspendedExport, async ({ params }, res, req) => {
    await sendExport(ctx, await suspendedCaller(ctx, params.token), { token: params.token, req, res })
  })
  serve(contract.deleteSuspended, ({ body }) => deleteSuspended(ctx, body.token))
}
