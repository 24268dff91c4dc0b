import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { matchesEnded } from '@zing/proto/nats/broadcasts'
import type { Connections } from '../sockets/connections.ts'

/**
 * Pushes the end of matches to a deleted user's partners again. At the first push social may still have listed the match.
 * Each process serves its own sockets.
 */
export function pushEndedMatches(nats: Nats, connections: Pick<Connections, 'deliver'>): void {
  subscribe(nats, matchesEnded, ({ userId, partnerIds }) => {
    for (const partnerId of partnerIds) connections.deliver(partnerId, userId, { type: 'MATCH_ENDED', userId })
  })
}
