import { createHash } from 'node:crypto'
import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import { PASSKEY_TRANSPORTS } from '@zing/proto/accounts/passkeys'
import type { Ctx } from '../context.ts'
import type { PasskeyDocument } from '../models/passkey.ts'

/** Finds a passkey by its credential id, whoever owns it. */
export function findPasskey(ctx: Ctx, credentialId: string): Promise<PasskeyDocument | null> {
  return ctx.models.Passkey.findOne({ _id: passkeyIdOf(credentialId), ...ofCurrentEpoch(ctx) }).lean()
}

/** The passkeys of a user, newest first. */
export function findPasskeys(ctx: Ctx, userId: number): Promise<PasskeyDocument[]> {
  return ctx.models.Passkey.find({ userId, ...ofCurrentEpoch(ctx) })
    .sort({ createdAt: -1 })
    .lean()
}

/** The id of a passkey in the API and the database. */
export function passkeyIdOf(credentialId: string): string {
  return createHash('sha256').update(credentialId).digest('base64url')
}

/** The user id that an authenticator stores with a passkey and sends at a login. */
export function userHandleOf(userId: number): string {
  return Buffer.from(String(userId)).toString('base64url')
}

/** Describes a passkey in options for the browser. */
export function toDescriptor({ credentialId, transports }: PasskeyDocument) {
  return { id: credentialId, transports: PASSKEY_TRANSPORTS.filter((transport) => transports.includes(transport)) }
}
