import type { RateProfile } from '@zing/kit/env'
import { AppError } from '@zing/kit/errors'
import { createDailyQuota } from '@zing/kit/mongo/daily-quota'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { request } from '@zing/kit/nats/rpc'
import { errorCodes } from '@zing/proto/error-codes'
import { errorMessages } from '@zing/proto/http/errors'
import { HOLD_WINDOW_MS } from '@zing/proto/limits'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import { DAILY_LIMITS, type TrustLevel, trustOf } from '@zing/proto/trust'
import type { Ctx, FirstMessages } from '../context.ts'
import { type FirstMessage, holdReasonOf, toFirstMessage } from './hold-rules.ts'

/** Name of the quota in the database. */
export const FIRST_MESSAGES = 'first-messages'

/** First messages of a sender that are remembered: more than the rules need, even of a sender with many texts. */
const RECENT_MAX = 300

type Deps = Pick<Ctx, 'models' | 'nats' | 'log'>

/** Limits first messages by the trust in their sender, and finds those to hold; null if the profile has no limits. */
export function createFirstMessages(deps: Deps, profile: RateProfile): FirstMessages | null {
  if (profile === 'off') return null
  const limits = DAILY_LIMITS[profile]
  const refusal = { message: errorMessages.noFirstMessagesLeft, code: errorCodes.noFirstMessagesLeft }
  const naming = { name: FIRST_MESSAGES, refusal }
  const quota = createDailyQuota(deps.models.DailyUsage, limits.new.firstMessages, naming)
  return {
    async take({ senderId, content, createdAt }, receiverId) {
      const level = await trustIn(deps, senderId)
      if (level !== 'established') await quota.use(senderId, [receiverId], limits[level].firstMessages)
      const message = toFirstMessage(receiverId, content, createdAt)
      return holdReasonOf(await remember(deps, senderId, message), message)
    },
  }
}

/** Requests the account from auth. While auth does not respond, messages are sent without the limit of a day. */
async function trustIn({ nats, log }: Deps, userId: number): Promise<TrustLevel> {
  try {
    const known = await request(nats, getReplicatedProfile, { userId })
    if (!known) return 'new' // deleted a moment ago
    const { createdAt, isReported = false } = known.profile
    return trustOf({ createdAt: new Date(createdAt), isReported }, new Date())
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    log.warn({ err, userId }, 'trust in a sender unknown, first message not limited')
    return 'established'
  }
}

/** Stores a first message and returns the newest ones of its sender, the given one last. */
async function remember({ models }: Deps, senderId: number, message: FirstMessage): Promise<FirstMessage[]> {
  const write = () =>
    models.FirstMessages.findOneAndUpdate(
      { _id: senderId },
      {
        $push: { recent: { $each: [message], $slice: -RECENT_MAX } },
        $set: { expiresAt: new Date(Date.now() + HOLD_WINDOW_MS) },
      },
      { upsert: true, returnDocument: 'after' },
    ).lean()
  const stored = await write().catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
    return write() // a concurrent first message has created the document
  })
  return stored?.recent ?? [message]
}
