import type { RateProfile } from '@zing/kit/env'
import { createDailyQuota } from '@zing/kit/mongo/daily-quota'
import { errors } from '@zing/proto/errors'
import { MEDIA_PER_DAY, NEW_ACCOUNT_MEDIA_PER_DAY } from '@zing/proto/limits'
import type { CountMedium, Ctx } from '../context.ts'
import { trustIn } from '../messages/first-messages.ts'

/** Names of the quotas in the database. */
const QUOTAS = { photo: 'photos-sent', voice: 'voice-sent' } as const
export const MEDIA_QUOTAS = Object.values(QUOTAS)

/** Limits uploads by the trust in their sender. The profile `off` has no limits. */
export function createMediaQuota(
  deps: Pick<Ctx, 'models' | 'nats' | 'log' | 'settings'>,
  profile: RateProfile,
): CountMedium {
  if (profile === 'off') return async () => {}
  const quotaOf = (name: string) =>
    createDailyQuota(deps.models.DailyUsage, MEDIA_PER_DAY, { name, refusal: errors.noMediaLeft })
  const quotas = { photo: quotaOf(QUOTAS.photo), voice: quotaOf(QUOTAS.voice) }
  return async function countMedium(senderId, kind, id) {
    const level = await trustIn(deps, senderId)
    await quotas[kind].use(senderId, [id], level === 'established' ? MEDIA_PER_DAY : NEW_ACCOUNT_MEDIA_PER_DAY)
  }
}
