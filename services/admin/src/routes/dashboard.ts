import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/staff/dashboard'
import type { Ctx } from '../context.ts'
import { getDashboard } from '../dashboard/get-dashboard.ts'

export function dashboardRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.getDashboard, ({ query }) => getDashboard(ctx, query))
}
