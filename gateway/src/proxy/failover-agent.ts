import { Agent, type AgentOptions } from 'node:http'
import net, { type NetConnectOpts, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { UpstreamPool } from '@zing/kit/http/upstream-pool'

// faults.md section 4
const CONNECT_MS = 500
/** The second one may be on its way out too; a third try would let the asker wait for more than a second. */
const MAX_ATTEMPTS = 2

type Target = NetConnectOpts & { host: string; port: number }
type OnConnected = (error: Error | null, socket?: Socket) => void

/**
 * Connections to the processes of a service. When one cannot be reached, the next one is tried before anything was sent:
 * that repeats no call, so it is right for every method, and whoever asks does not notice.
 */
export class FailoverAgent extends Agent {
  readonly #pool: UpstreamPool
  /** Connections to another process than was asked for. */
  readonly #fallbackSockets = new WeakSet<Duplex>()

  constructor(pool: UpstreamPool, options: AgentOptions) {
    super(options)
    this.#pool = pool
  }

  // @ts-expect-error the public types of Agent leave out the method that Node documents for this purpose
  override createConnection(options: Target, done: OnConnected): void {
    const first = this.#pool.addresses.find((address) => isAt(address, options)) ?? ''
    const candidates = [first, ...this.#pool.alternatives(first)].slice(0, MAX_ATTEMPTS)
    this.#connectTo(candidates, options, done)
  }

  /** A stand-in serves one call: kept, it would be taken for a connection to the process that was asked for. */
  override keepSocketAlive(socket: Duplex): boolean {
    // @ts-expect-error the types say that it returns nothing, Node's documentation: whether to keep the socket
    return !this.#fallbackSockets.has(socket) && super.keepSocketAlive(socket)
  }

  #connectTo([address = '', ...others]: string[], options: Target, done: OnConnected): void {
    const { hostname, port } = new URL(address)
    const socket = net.createConnection({ ...options, host: hostname, port: portOf(port) })
    const late = setTimeout(() => socket.destroy(new Error('connect timed out')), CONNECT_MS)

    const onConnect = () => {
      clearTimeout(late)
      socket.off('error', onError)
      done(null, socket)
    }
    const onError = (error: Error) => {
      clearTimeout(late)
      socket.off('connect', onConnect)
      this.#pool.markDown(address)
      if (others.length > 0) this.#connectTo(others, options, done)
      else done(error)
    }
    if (!isAt(address, options)) this.#fallbackSockets.add(socket)
    socket.once('connect', onConnect).once('error', onError)
  }
}

function isAt(address: string, { host, port }: Target): boolean {
  const url = new URL(address)
  return url.hostname === host && portOf(url.port) === Number(port)
}

function portOf(port: string): number {
  return Number(port || 80)
}
