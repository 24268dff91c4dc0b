import type { RateProfile } from '@zing/kit/env'
import { createDailyQuota } from '@zing/kit/mongo/daily-quota'
import { isDuplicateKey } from '@zing/kit/mongo/errors'
import { request } from '@zing/kit/nats/rpc'
import { dailyLimitOf, type TrustLevel, trustOf } from '@zing/proto/accounts/trust'
import { AppError, errors } from '@zing/proto/errors'
import { HOLD_WINDOW_MS, SETTINGS_COUNT_MAX } from '@zing/proto/limits'
import { getReplicatedProfile } from '@zing/proto/nats/rpc/auth'
import type { Ctx, FirstMessages } from '../context.ts'
import { type FirstMessage, hasManyLinks, holdReasonOf, toFirstMessage } from '../holds/hold-rules.ts'

/** Name of the quota in the database. */
export const FIRST_MESSAGES = 'first-messages'

/** Remembered first messages of a sender: more than the rules need, even for many texts. */
const RECENT_MAX = 300

type Deps = Pick<Ctx, 'models' | 'nats' | 'log' | 'settings'>

/** Limits first messages by the trust in their sender, and holds some. Null if the profile has no limits. */
export function createFirstMessages(deps: Deps, profile: RateProfile): FirstMessages | null {
  if (profile === 'off') return null
  const naming = { name: FIRST_MESSAGES, refusal: errors.noFirstMessagesLeft }
  const quota = createDailyQuota(deps.models.DailyUsage, SETTINGS_COUNT_MAX, naming)
  return {
    async take({ senderId, content, createdAt }, receiverId) {
      const [level, name] = await Promise.all([trustIn(deps, senderId), nameOf(deps, receiverId)])
      const limit =
        level === 'established'
          ? null
          : dailyLimitOf(deps.settings.current().settings.trust, profile, [level, 'firstMessages'])
      if (limit !== null) await quota.use(senderId, [receiverId], limit)
      if (content === '') return null // a photo without a caption is like no other text
      const message = toFirstMessage({ id: receiverId, name }, content, createdAt)
      return holdReasonOf(await remember(deps, senderId, message), message)
    },
    async mayFollow({ senderId, content, createdAt }, receiverId) {
      const message = toFirstMessage({ id: receiverId, name: '' }, content, createdAt)
      return !hasManyLinks(await rememberLink(deps, senderId, message), createdAt)
    },
  }
}

/** Asks auth about the account. While auth does not respond, messages have no daily limit. */
export async function trustIn({ nats, log, settings }: Omit<Deps, 'models'>, userId: number): Promise<TrustLevel> {
  try {
    const known = await request(nats, getReplicatedProfile, { userId })
    if (!known) return 'new' // the account was deleted a moment ago
    const { createdAt, isReported = false } = known.profile
    return trustOf(
      { createdAt: new Date(createdAt), isReported },
      new Date(),
      settings.current().settings.trust.newHours,
    )
  } catch (err) {
    if (!(err instanceof AppError)) throw err
    log.warn({ err, userId }, 'trust in a sender unknown, first message not limited')
    return 'established'
  }
}

/** Returns a user's name, or an empty text while auth does not respond. The name then counts as part of the message. */
async function nameOf({ nats }: Deps, userId: number): Promise<string> {
  try {
    return (await request(nats, getReplicatedProfile, { userId }))?.profile.name ?? ''
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return ''
  }
}

/** Remembers a link once per receiver: later messages have no limit and would push out first ones. */
async function rememberLink(deps: Deps, senderId: number, message: FirstMessage): Promise<FirstMessage[]> {
  const { receiverId, at } = message
  const counted = { receiverId, hasLink: true, at: { $gt: new Date(at.getTime() - HOLD_WINDOW_MS) } }
  const known = await deps.models.FirstMessages.findOne({ _id: senderId, recent: { $elemMatch: counted } }).lean()
  return known?.recent ?? remember(deps, senderId, message)
}

/** Stores a message and returns its sender's newest ones, this one last. */
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
