import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/account'
import type { Ctx } from '../context.ts'
import { changePassword } from '../domain/change-password.ts'

export function accountRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.changePassword, ({ body, ...caller }) => changePassword(ctx, caller, body))
}
