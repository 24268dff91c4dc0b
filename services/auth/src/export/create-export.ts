import { createHash, randomBytes } from 'node:crypto'
import type { Identity } from '@zing/kit/http/internal-token'
import { logSecurityEvent } from '@zing/kit/observability/security-log'
import { ensureInTime } from '@zing/kit/timing/deadline'
import { pathOf } from '@zing/proto/endpoint'
import { getExport } from '@zing/proto/http/exports'
import { EXPORT_TTL_MS } from '@zing/proto/limits'
import { getUser } from '../accounts/get-user.ts'
import type { Ctx } from '../context.ts'
import { requireConfirmed } from '../credentials/confirm-password.ts'
import type { ExportDocument } from '../models/export.ts'
import { beginExport } from './begin-export.ts'
import { chunkKeysOf } from './chunk-key.ts'

const TOKEN_BYTES = 32

export async function createExport(ctx: Ctx, caller: Identity): Promise<{ url: string }> {
  await requireConfirmed(ctx, caller)
  return { url: pathOf(getExport, { token: await startExport(ctx, caller) }) }
}

/** Starts a copy of a user's data, in place of an earlier one, and returns the token of its link. */
export async function startExport(ctx: Ctx, { userId, sid }: Identity): Promise<string> {
  const { epoch } = await getUser(ctx, userId)
  ensureInTime()
  await deleteExports(ctx, userId)
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const createdAt = new Date()
  const copy: ExportDocument = {
    _id: exportIdOf(token),
    userId,
    sid,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + EXPORT_TTL_MS),
    attempt: 0,
    aliveAt: createdAt,
    bytes: 0,
    isComplete: false,
    isFailed: false,
    sent: [],
    epoch,
  }
  await ctx.models.Export.create(copy)
  beginExport(ctx, copy)
  logSecurityEvent(ctx.log, 'sensitive_read', { userId, reason: 'export' })
  return token
}

/** The database stores only this digest, which opens no copy. */
export function exportIdOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

async function deleteExports({ models }: Ctx, userId: number): Promise<void> {
  const earlier = await models.Export.find({ userId }, { _id: 1 }).lean()
  const ids = earlier.map(({ _id }) => _id)
  if (ids.length === 0) return
  await models.Export.deleteMany({ _id: { $in: ids } })
  await models.ExportChunk.deleteMany({ exportId: { $in: ids.flatMap(chunkKeysOf) } })
}
