import { randomBytes } from 'node:crypto'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { PasskeyRequestOptions } from '@zing/proto/accounts/passkeys'
import type { BodyOf, ResponseOf } from '@zing/proto/endpoint'
import { type AppError, errors } from '@zing/proto/errors'
import type { logInWithPasskey as contract, createLoginOptions as optionsContract } from '@zing/proto/http/passkeys'
import { PASSKEY_CHALLENGE_MS } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { countLogin } from '../credentials/count-login.ts'
import { passkeyBucket } from '../login-throttle/buckets.ts'
import { recordAttempt } from '../login-throttle/record-attempt.ts'
import { type UserDocument, withoutOwnWrites } from '../models/user.ts'
import { requireNotSuspended } from '../moderation/suspension.ts'
import { storeChallenge, takeChallenge } from './challenges.ts'
import { findPasskey } from './find-passkey.ts'
import { verifyPasskey } from './verify-passkey.ts'

const ID_BYTES = 16

/** Creates a challenge for a browser whose user is still unknown. Only that browser receives its id. */
export async function createLoginOptions(ctx: Ctx): Promise<ResponseOf<typeof optionsContract>> {
  const options = PasskeyRequestOptions.parse({
    ...(await generateAuthenticationOptions({
      rpID: ctx.relyingParty.id,
      timeout: PASSKEY_CHALLENGE_MS,
      userVerification: 'required',
    })),
    allowCredentials: [],
  })
  const id = randomBytes(ID_BYTES).toString('base64url')
  await storeChallenge(ctx, 'login', id, options.challenge)
  return { id, options }
}

/**
 * Finds the user whose passkey has signed the challenge. Attempts count per user, apart from attempts with a password:
 * neither delays the other (SEC-48).
 */
export async function logInWithPasskey(
  ctx: Ctx,
  { id, passkey: signed }: BodyOf<typeof contract>,
): Promise<UserDocument> {
  const challenge = await takeChallenge(ctx, 'login', id)
  const passkey = await findPasskey(ctx, signed.id)
  if (challenge === null || !passkey || signed.response.userHandle === undefined) throw refused(ctx, passkey?.userId)

  const { userId } = passkey
  const bucket = passkeyBucket(userId)
  await recordAttempt(ctx, bucket, { userId, reason: 'passkey' })
  const user = await ctx.models.User.findOne({ _id: userId, ...ofCurrentEpoch(ctx) }, withoutOwnWrites).lean()
  if (!user || !(await verifyPasskey(ctx, passkey, { challenge, signed }))) throw refused(ctx, userId)

  await ctx.loginThrottle.reset(bucket)
  await countLogin(ctx, userId)
  requireNotSuspended(ctx, user, new Date())
  logSecurityEvent(ctx.log, 'authn_login_success', { userId, reason: 'passkey' })
  return user
}

function refused({ log }: Ctx, userId: number | undefined): AppError {
  logSecurityEvent(log, 'authn_login_fail', { userId, reason: 'passkey' })
  return errors.wrongPasskey()
}
