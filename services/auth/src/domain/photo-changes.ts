import { AppError } from '@zing/kit/errors'
import { messages } from '@zing/proto/http/errors'
import { SELFIE_CHANGES_PER_HOUR } from '@zing/proto/limits'
import type { UserDocument } from '../models/user.ts'

const HOUR_MS = 60 * 60 * 1_000

/** Profile fields after a photo change; 429 beyond SELFIE_CHANGES_PER_HOUR (SEC-57). */
export function withPhoto(
  { selfieChanges }: Pick<UserDocument, 'selfieChanges'>,
  selfieVersion: number,
  at: Date,
): Pick<UserDocument, 'selfieVersion' | 'selfieChanges'> {
  const recent = selfieChanges.filter((changedAt) => at.getTime() - changedAt < HOUR_MS)
  if (recent.length >= SELFIE_CHANGES_PER_HOUR) {
    const retryAfterSeconds = Math.ceil((Math.min(...recent) + HOUR_MS - at.getTime()) / 1_000)
    throw new AppError(429, messages.tooManyRequests, { retryAfterSeconds })
  }
  return { selfieVersion, selfieChanges: [...recent, at.getTime()] }
}
