import type { Serve } from '@zing/kit/http/serve'
import { DEVICE_HEADER, SESSION_ENDED, SESSION_HEADER } from '@zing/proto/headers'
import * as contract from '@zing/proto/http/account'
import { toUser } from '../accounts/to-user.ts'
import { updateAccount } from '../accounts/update-account.ts'
import type { Ctx } from '../context.ts'
import { changePassword } from '../credentials/change-password.ts'
import { confirmPassword } from '../credentials/confirm-password.ts'
import { countRecoveryCodes } from '../credentials/count-recovery-codes.ts'
import { createRecoveryCodes } from '../credentials/create-recovery-codes.ts'
import { deleteAccount } from '../deletion/delete-account.ts'
import { signOutElsewhere } from '../sessions/known-devices.ts'
import { listSessions, sidOfListed } from '../sessions/list-sessions.ts'
import { endSession } from '../sessions/sessions.ts'
import { browserOf } from './browser-of.ts'
import { nameEndedSessions } from './name-ended-sessions.ts'

export function accountRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.changePassword, async ({ body, ...caller }, res, req) => {
    const { deviceCookie, ended } = await changePassword(ctx, caller, body, browserOf(req))
    nameEndedSessions(res, ended)
    res.set(DEVICE_HEADER, deviceCookie)
  })
  serve(contract.listSessions, (caller) => listSessions(ctx, caller))
  serve(contract.endSession, async ({ userId, sid, params }, res) => {
    const ended = await sidOfListed(ctx, userId, params.id)
    await endSession(ctx, { userId, sid: ended }, 'ended by user')
    nameEndedSessions(res, [ended])
    if (ended === sid) res.set(SESSION_HEADER, SESSION_ENDED)
  })
  serve(contract.confirmPassword, ({ body, ...caller }) => confirmPassword(ctx, caller, body.password))
  serve(contract.countRecoveryCodes, async ({ userId }) => ({ unused: await countRecoveryCodes(ctx, userId) }))
  serve(contract.createRecoveryCodes, (caller, _res, req) => createRecoveryCodes(ctx, caller, browserOf(req)))
  serve(contract.deleteAccount, async (caller, res) => {
    nameEndedSessions(res, await deleteAccount(ctx, caller))
    res.set(SESSION_HEADER, SESSION_ENDED)
  })
  serve(contract.updateAccount, async ({ userId, body }) => {
    const user = await updateAccount(ctx, userId, body)
    return toUser(user, ctx.settings.current().settings)
  })
  serve(contract.endOtherSessions, async (caller, res, req) => {
    const { deviceCookie, ended } = await signOutElsewhere(ctx, caller, req.get(DEVICE_HEADER))
    nameEndedSessions(res, ended)
    if (deviceCookie) res.set(DEVICE_HEADER, deviceCookie)
  })
}
