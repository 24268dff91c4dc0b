import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { Identity } from '@zing/kit/http/internal-token'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { PASSKEY_TRANSPORTS, type Passkey, PasskeyCreationOptions } from '@zing/proto/accounts/passkeys'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { addPasskey as contract } from '@zing/proto/http/passkeys'
import { PASSKEY_CHALLENGE_MS, PASSKEYS_PER_USER } from '@zing/proto/limits'
import { accountChange, type Browser } from '../accounts/account-change.ts'
import { changeUser } from '../accounts/change-user.ts'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { requireConfirmed } from '../credentials/confirm-password.ts'
import type { PasskeyDocument } from '../models/passkey.ts'
import { storeChallenge, takeChallenge } from './challenges.ts'
import { findPasskeys, passkeyIdOf, toDescriptor } from './find-passkey.ts'
import { toPasskey } from './list-passkeys.ts'
import { ALGORITHMS, verifyCreated } from './verify.ts'

/** Creates the options for a new passkey, with a challenge for this session. */
export async function createPasskeyOptions(ctx: Ctx, caller: Identity): Promise<PasskeyCreationOptions> {
  await requireConfirmed(ctx, caller)
  const { userId, sid } = caller
  const passkeys = await findPasskeys(ctx, userId)
  if (passkeys.length >= PASSKEYS_PER_USER) throw errors.tooManyPasskeys()
  const { username, name } = await getUser(ctx, userId)
  const options = PasskeyCreationOptions.parse(
    await generateRegistrationOptions({
      rpName: ctx.settings.current().settings.name,
      rpID: ctx.relyingParty.id,
      userID: new TextEncoder().encode(String(userId)), // must agree with `userHandleOf`
      userName: username,
      userDisplayName: name,
      timeout: PASSKEY_CHALLENGE_MS,
      attestationType: 'none',
      excludeCredentials: passkeys.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  )
  await storeChallenge(ctx, 'add', sid, options.challenge)
  return options
}

/**
 * Stores a passkey. The notice comes first: a crash in between may leave a notice without a passkey, never the reverse.
 * The confirmation is checked again after the write. A recovery may have ended the session meanwhile, which then must
 * leave no passkey.
 */
export async function addPasskey(
  ctx: Ctx,
  caller: Identity,
  { name, passkey: created }: BodyOf<typeof contract>,
  browser: Pick<Browser, 'userAgent'>,
): Promise<Passkey> {
  await requireConfirmed(ctx, caller)
  const { userId, sid } = caller
  const challenge = await takeChallenge(ctx, 'add', sid)
  const credential = challenge === null ? null : await verifyCreated(ctx.relyingParty, challenge, created)
  if (!credential) throw errors.invalidPasskey()

  const { epoch } = await changeUser(
    ctx,
    userId,
    (before) => before,
    () => [accountChange(userId, 'passkey-added', browser)],
  )
  const { transports = [] } = created.response
  const passkey = await insertPasskey(ctx, {
    _id: passkeyIdOf(created.id),
    credentialId: created.id,
    userId,
    name,
    ...credential,
    transports: PASSKEY_TRANSPORTS.filter((transport) => transports.includes(transport)),
    createdAt: new Date(),
    epoch,
  })
  try {
    await requireConfirmed(ctx, caller)
  } catch (error) {
    await ctx.models.Passkey.deleteOne({ _id: passkey._id, userId })
    throw error
  }
  logSecurityEvent(ctx.log, 'authn_token_created', { userId, reason: 'passkey' })
  return toPasskey(passkey)
}

/** Takes the first free slot, and tries again if another request takes it first. */
async function insertPasskey(ctx: Ctx, passkey: Omit<PasskeyDocument, 'slot'>): Promise<PasskeyDocument> {
  const { Passkey: Passkeys } = ctx.models
  for (let attempt = 0; attempt <= PASSKEYS_PER_USER; attempt++) {
    const passkeys = await Passkeys.find({ userId: passkey.userId }, { slot: 1 }).lean()
    const taken = new Set(passkeys.map(({ slot }) => slot))
    const slot = Array.from({ length: PASSKEYS_PER_USER }, (_, i) => i).find((one) => !taken.has(one))
    if (slot === undefined) throw errors.tooManyPasskeys()
    ensureInTime()
    try {
      await Passkeys.create({ ...passkey, slot })
      return { ...passkey, slot }
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      if (await Passkeys.exists({ _id: passkey._id })) throw errors.knownPasskey()
    }
  }
  throw errors.busy()
}
