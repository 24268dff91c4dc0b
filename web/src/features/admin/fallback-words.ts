import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FallbackReason } from '@zing/proto/community/settings'

/** Why the open door has turned to approval: the end of a sentence with "since". */
export const FALLBACK_REASONS: Record<FallbackReason, MessageDescriptor> = {
  NO_MODERATOR: msg`no moderator has been active for a while although cases are waiting`,
  MANY_SIGN_UPS: msg`far more people than usual were signing up`,
  QUEUE_OVERDUE: msg`applications have been waiting too long`,
}
