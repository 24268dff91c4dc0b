import { ENDED_SESSIONS_HEADER } from '@zing/proto/headers'

/** More sessions than a user has, yet few enough for a header. The gateway learns of further ones by broadcast. */
const MAX_NAMED = 100

/** Names the sessions that a call has ended to the gateway, which blocks them once it has the response (SEC-13). */
export function nameEndedSessions(res: { set(name: string, value: string): unknown }, sids: string[]): void {
  if (sids.length > 0) res.set(ENDED_SESSIONS_HEADER, sids.slice(0, MAX_NAMED).join(','))
}
