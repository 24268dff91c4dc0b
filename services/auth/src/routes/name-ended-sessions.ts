import { ENDED_SESSIONS_HEADER } from '@zing/proto/headers'

/** More than a user has; beyond it, the gateway learns of them by the broadcast. A header must not become too long. */
const MAX_NAMED = 100

/** Names the sessions that a call has ended to the gateway, which lets nothing of them pass from its response on (SEC-13). */
export function nameEndedSessions(res: { set(name: string, value: string): unknown }, sids: string[]): void {
  if (sids.length > 0) res.set(ENDED_SESSIONS_HEADER, sids.slice(0, MAX_NAMED).join(','))
}
