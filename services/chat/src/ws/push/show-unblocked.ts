import { broadcast, subscribe } from '@zing/kit/nats/broadcast'
import type { Nats } from '@zing/kit/nats/connection'
import { blockEnded } from '@zing/proto/nats/broadcasts'
import type { Ctx } from '../../context.ts'
import type { Connections } from '../sockets/connections.ts'

/** Returns a function that lets frames about an unblocked user through again, in this process and in the others. */
export function createShowUnblocked(nats: Nats, connections: Pick<Connections, 'show'>): Ctx['showUnblocked'] {
  subscribe(nats, blockEnded, ({ blockerId, blockedId }) => connections.show(blockerId, blockedId))
  return function showUnblocked(blockerId, blockedId) {
    connections.show(blockerId, blockedId)
    broadcast(nats, blockEnded, { blockerId, blockedId })
  }
}
