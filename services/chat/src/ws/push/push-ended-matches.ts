import { subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { matchesEnded } from '@zing/proto/nats/broadcasts'
import type { Connections } from '../sockets/connections.ts'

/**
 * Pushes the end of the match to the partners of a deleted user again: at the first push, social may still have listed it to a
 * client that refetched. Each process serves its own sockets.
 */
export function pushEndedMatches(nats: Nats, connections: Pick<Connections, 'deliver'>): void {
  subscribe(nats, matchesEnded, ({ userId, partnerIds }) => {
    for (const partnerId of partnerIds) connections.deliver(partnerId, userId, { type: 'MATCH_ENDED', userId })
  })
}
