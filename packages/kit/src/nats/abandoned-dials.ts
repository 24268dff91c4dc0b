import { createRequire } from 'node:module'
import type { Socket } from 'node:net'

interface Transport {
  connected: boolean
  socket?: Socket
  isAbandoned?: boolean
  dial(address: unknown): Promise<Socket>
  close(error?: Error): Promise<void>
}

const { NodeTransport }: { NodeTransport: { prototype: Transport } } = createRequire(import.meta.url)(
  'nats/lib/src/node_transport.js',
)

let isDone = false

/**
 * Makes the client (nats 2.29.3, `_closed`) end a connection that it gave up before the server's greeting. Otherwise the
 * connection opens once the network is back. Its end then counts as the loss of the good connection, which the client leaves
 * open beside a new one. Requests arrive at the old one, NATS refuses their responses at the new one, and so on for ever.
 */
export function endAbandonedDials(): void {
  if (isDone) return
  isDone = true
  const { dial, close } = NodeTransport.prototype
  if (typeof dial !== 'function' || typeof close !== 'function')
    throw new Error('the NATS client has changed: see abandoned-dials.ts')

  NodeTransport.prototype.dial = async function (address) {
    const socket = await dial.call(this, address)
    if (!this.isAbandoned) return socket
    socket.destroy()
    throw new Error('connected too late')
  }
  NodeTransport.prototype.close = function (error) {
    if (!this.connected) {
      this.isAbandoned = true
      this.socket?.destroy()
    }
    return close.call(this, error)
  }
}
