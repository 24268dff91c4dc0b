import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/reports'
import type { Ctx } from '../context.ts'
import { createAppeal } from '../domain/create-appeal.ts'
import { reportUser } from '../domain/report-user.ts'

export function reportRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.reportUser, ({ userId, body }) => reportUser(ctx, userId, body))
  serve(contract.createAppeal, ({ body }) => createAppeal(ctx, body))
}
