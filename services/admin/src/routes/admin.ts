import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/staff/admin'
import { z } from 'zod'
import type { Ctx } from '../context.ts'
import { verifyPin } from '../pin/verify-pin.ts'
import { resetAll } from '../reset/reset-all.ts'
import { getStats } from '../roles/get-stats.ts'
import { listRoles, setRole } from '../roles/roles.ts'

/** Accepts any body: the attempt is counted before the PIN is validated (SEC-44). */
const body = z.object({ pin: z.unknown().optional() }).catch({})

export function adminRoutes(serve: Serve, ctx: Ctx): void {
  serve({ ...contract.verifyPin, body }, ({ userId, sid, body: { pin } }) => verifyPin(ctx, { userId, sid }, pin))
  serve(contract.getStats, ({ userId, sid }) => getStats(ctx, { userId, sid }))
  serve({ ...contract.resetAll, body }, ({ userId, sid, body: { pin } }) => resetAll(ctx, { userId, sid }, pin))
  serve(contract.listRoles, ({ userId, sid, query }) => listRoles(ctx, { userId, sid }, query.username))
  serve(contract.setRole, ({ userId, sid, params, body }) => setRole(ctx, { userId, sid }, params.userId, body.role))
}
