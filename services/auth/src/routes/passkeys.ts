import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/passkeys'
import type { Ctx } from '../context.ts'
import { addPasskey, createPasskeyOptions } from '../passkeys/add-passkey.ts'
import { confirmWithPasskey, createConfirmOptions } from '../passkeys/confirm-with-passkey.ts'
import { listPasskeys } from '../passkeys/list-passkeys.ts'
import { createLoginOptions } from '../passkeys/log-in-with-passkey.ts'
import { removePasskey } from '../passkeys/remove-passkey.ts'
import { browserOf } from './browser-of.ts'

/** The caller's passkeys. Login with a passkey is with the other logins. */
export function passkeyRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.listPasskeys, ({ userId }) => listPasskeys(ctx, userId))
  serve(contract.createPasskeyOptions, (caller) => createPasskeyOptions(ctx, caller))
  serve(contract.addPasskey, ({ body, ...caller }, _res, req) => addPasskey(ctx, caller, body, browserOf(req)))
  serve(contract.removePasskey, ({ params, ...caller }) => removePasskey(ctx, caller, params.id))
  serve(contract.createConfirmOptions, (caller) => createConfirmOptions(ctx, caller))
  serve(contract.confirmWithPasskey, ({ body, ...caller }) => confirmWithPasskey(ctx, caller, body.passkey))
  serve(contract.createLoginOptions, () => createLoginOptions(ctx))
}
