import type { FallbackReason } from '@zing/proto/community/settings'

/** Why the open door has turned to approval: the end of a sentence with "since". */
export const FALLBACK_REASONS: Record<FallbackReason, string> = {
  NO_MODERATOR: 'no moderator has been active for a while although cases are waiting',
  MANY_SIGN_UPS: 'far more people than usual were signing up',
  QUEUE_OVERDUE: 'applications have been waiting too long',
}
