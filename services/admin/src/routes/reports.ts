import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/reports'
import { createAppeal } from '../cases/create-appeal.ts'
import { reportUser } from '../cases/reports/report-user.ts'
import type { Ctx } from '../context.ts'

export function reportRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.reportUser, ({ userId, body }) => reportUser(ctx, userId, body))
  serve(contract.createAppeal, ({ body }) => createAppeal(ctx, body))
}
