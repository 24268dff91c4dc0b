import type { appealCreated, EventOf } from '@zing/proto/nats/events'
import type { UserDocument } from '../models/user.ts'
import { lastEventOf, withHandled } from './handled-decisions.ts'
import type { Envelope } from './sanctions.ts'
import { withRestriction } from './suspension.ts'

export type OpenAppeal = Omit<EventOf<typeof appealCreated>, Envelope>

/**
 * The account while an appeal awaits its decision, with the token hidden. Null for a late event, if the suspension is
 * over, or if the appeal is open already.
 */
export function withOpenAppeal(user: UserDocument, { decisionId, ...event }: OpenAppeal): UserDocument | null {
  const at = new Date(event.at)
  const last = lastEventOf(user, decisionId)
  if (last && last > at) return null // an undo restores the suspension at the same moment
  const restriction = user.restrictions?.find((one) => one.decisionId === decisionId)
  if (!restriction || (!restriction.appealToken && !restriction.appealRefusedAt)) return null
  const open = { appealToken: null, appealRefusedAt: null, appealAnswer: null }
  return withRestriction(withHandled(user, decisionId, at), decisionId, open)
}
