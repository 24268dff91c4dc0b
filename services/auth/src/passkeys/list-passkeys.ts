import type { Passkey } from '@zing/proto/accounts/passkeys'
import type { Ctx } from '../context.ts'
import type { PasskeyDocument } from '../models/passkey.ts'
import { findPasskeys } from './find-passkey.ts'

export async function listPasskeys(ctx: Ctx, userId: number): Promise<Passkey[]> {
  return (await findPasskeys(ctx, userId)).map(toPasskey)
}

export function toPasskey({ _id, name, isSynced, createdAt, lastUsedAt }: PasskeyDocument): Passkey {
  return {
    id: _id,
    name,
    isSynced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}
