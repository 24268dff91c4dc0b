import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { PasskeyRequestOptions, type SignedChallenge } from '@zing/proto/accounts/passkeys'
import { errors } from '@zing/proto/errors'
import { PASSKEY_CHALLENGE_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { openConfirmed } from '../credentials/confirm-password.ts'
import { confirmBucket } from '../login-throttle/buckets.ts'
import { recordAttempt } from '../login-throttle/record-attempt.ts'
import { storeChallenge, takeChallenge } from './challenges.ts'
import { findPasskey, findPasskeys, toDescriptor } from './find-passkey.ts'
import { verifyPasskey } from './verify-passkey.ts'

/** Creates a challenge for this session that any of the user's passkeys may sign. 403 for a user without passkeys. */
export async function createConfirmOptions(ctx: Ctx, { userId, sid }: Identity): Promise<PasskeyRequestOptions> {
  const passkeys = await findPasskeys(ctx, userId)
  if (passkeys.length === 0) throw errors.noPasskeys()
  const options = PasskeyRequestOptions.parse(
    await generateAuthenticationOptions({
      rpID: ctx.relyingParty.id,
      timeout: PASSKEY_CHALLENGE_MS,
      userVerification: 'required',
      allowCredentials: passkeys.map(toDescriptor),
    }),
  )
  await storeChallenge(ctx, 'confirm', sid, options.challenge)
  return options
}

/** Allows sensitive calls as the password does. Both share one count of attempts. */
export async function confirmWithPasskey(ctx: Ctx, caller: Identity, signed: SignedChallenge): Promise<void> {
  const { userId, sid } = caller
  const bucket = confirmBucket(userId)
  await recordAttempt(ctx, bucket, { userId, reason: 'passkey confirmation' })
  const challenge = await takeChallenge(ctx, 'confirm', sid)
  const passkey = await findPasskey(ctx, signed.id)
  const isOwn = passkey?.userId === userId
  if (challenge === null || !isOwn || !(await verifyPasskey(ctx, passkey, { challenge, signed }))) {
    logSecurityEvent(ctx.log, 'authn_login_fail', { userId, reason: 'passkey confirmation' })
    throw errors.unconfirmedPasskey()
  }
  await ctx.loginThrottle.reset(bucket)
  await openConfirmed(ctx, caller)
}
