import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { accountChanged } from '@zing/proto/nats/events'
import type { AccountChange } from '@zing/proto/notifications'
import { describeBrowser } from '../sessions/describe-browser.ts'

/** The browser that sends a request, by its headers. */
export interface Browser {
  userAgent: string | undefined
  deviceCookie: string | undefined
}

/** The event that notifies a user of a change that an attacker would make to stay in the account. */
export function accountChange(
  userId: number,
  change: AccountChange,
  { userAgent = '' }: Pick<Browser, 'userAgent'>,
): PendingEvent {
  return event(accountChanged, { userId, change, ...describeBrowser(userAgent) })
}
