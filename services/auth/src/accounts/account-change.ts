import { event, type PendingEvent } from '@zing/kit/nats/outbox'
import { accountChanged } from '@zing/proto/nats/events'
import type { AccountChange } from '@zing/proto/notifications'
import { describeBrowser } from '../sessions/describe-browser.ts'

/** The browser that sends a request, as its headers describe it. */
export interface Browser {
  userAgent: string | undefined
  deviceCookie: string | undefined
}

/** Notifies a user of a change that an attacker would make to keep access to the account. */
export function accountChange(
  userId: number,
  change: AccountChange,
  { userAgent = '' }: Pick<Browser, 'userAgent'>,
): PendingEvent {
  return event(accountChanged, { userId, change, ...describeBrowser(userAgent) })
}
