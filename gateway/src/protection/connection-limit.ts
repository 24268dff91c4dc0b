import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { RateProfile } from '@zing/kit/env'
import { sendRawError } from '@zing/kit/http/raw-response'
import { errors } from '@zing/proto/errors'
import { CONNECTIONS_PER_ADDRESS } from '@zing/proto/limits'
import { networkOf } from './client-address.ts'
import { createOpenByAddress, perAddress } from './open-by-address.ts'

const MAX_PER_ADDRESS = perAddress(CONNECTIONS_PER_ADDRESS)

/**
 * Limits the plain HTTP connections of an address (SEC-81); WebSockets have their own limit. Behind a proxy all connections
 * have its address, so the proxy must limit its clients.
 */
export function limitConnections(server: Server, config: { RATE_PROFILE: RateProfile; TRUST_PROXY: number }): void {
  if (config.TRUST_PROXY > 0) return
  const open = createOpenByAddress()
  const removals = new WeakMap<object, () => void>()

  server.on('connection', (socket: Socket) => {
    const address = networkOf(socket.remoteAddress ?? 'unknown')
    if (open.count(address) >= MAX_PER_ADDRESS[config.RATE_PROFILE]) {
      sendRawError(socket, errors.tooManyRequests())
      socket.destroySoon() // otherwise Node's HTTP server would handle a request that it is reading
      return
    }
    const remove = open.add(address)
    removals.set(socket, remove)
    socket.once('close', remove)
  })
  server.on('upgrade', (_req, socket) => removals.get(socket)?.())
}
