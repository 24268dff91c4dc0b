import { Agent, type AgentOptions } from 'node:http'
import net, { type NetConnectOpts, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { UpstreamPool } from '@zing/kit/http/upstream-pool'
import { createStaleLookup } from './stale-lookup.ts'

const CONNECT_MS = 500
const CONNECT_TICKS = 5
/**
 * Timeout for each address of a name but the last, which leaves time for the others. The address of a removed container takes
 * packets and never answers. Node's own default is as long as CONNECT_MS.
 */
const ADDRESS_MS = 150
const MAX_ATTEMPTS = 2 // with a third attempt the client would wait for more than a second
const lookup = createStaleLookup()

type Target = NetConnectOpts & { host: string; port: number }
type OnConnected = (error: Error | null, socket?: Socket) => void

/**
 * Connects to another process of the service when one is unreachable. No data has been sent by then, so every method may use
 * it.
 */
export class FailoverAgent extends Agent {
  readonly #pool: UpstreamPool
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

  /** Keeps no fallback socket: Node would reuse it for the process that was requested first. */
  override keepSocketAlive(socket: Duplex): boolean {
    // @ts-expect-error typed as void, but documented by Node to return whether to keep the socket
    return !this.#fallbackSockets.has(socket) && super.keepSocketAlive(socket)
  }

  /** Ends the idle connections to the address of a silent socket. If that host is gone, each would cost a call its deadline. */
  leave({ remoteAddress }: Socket): void {
    for (const idle of Object.values(this.freeSockets).flat())
      if (idle?.remoteAddress === remoteAddress) idle?.destroy()
  }

  #connectTo([address = '', ...others]: string[], options: Target, done: OnConnected): void {
    const { hostname, port } = new URL(address)
    const target = {
      lookup,
      ...options,
      host: hostname,
      port: portOf(port),
      autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    }
    const socket = net.createConnection(target)
    const timeout = startTimeout(() => socket.destroy(new Error('connect timed out')))

    const onConnect = () => {
      timeout.stop()
      socket.off('error', onError)
      done(null, socket)
    }
    const onError = (error: Error) => {
      timeout.stop()
      socket.off('connect', onConnect)
      this.#pool.markDown(address)
      if (others.length > 0) this.#connectTo(others, options, done)
      else done(error)
    }
    if (!isAt(address, options)) this.#fallbackSockets.add(socket)
    socket.once('connect', onConnect).once('error', onError)
  }
}

/**
 * Fires after CONNECT_MS of ticks. While this process is blocked or gets no CPU, at most one tick passes. What has arrived is
 * handled before the next tick, so a busy process gives up no connection.
 */
function startTimeout(onTimeout: () => void): { stop(): void } {
  let ticks = 0
  let timer: NodeJS.Timeout
  let isStopped = false

  function tick(): void {
    if (isStopped) return
    if (ticks++ === CONNECT_TICKS) return onTimeout()
    timer = setTimeout(() => setImmediate(tick), CONNECT_MS / CONNECT_TICKS)
  }
  tick()
  return {
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

function isAt(address: string, { host, port }: Target): boolean {
  const url = new URL(address)
  return url.hostname === host && portOf(url.port) === Number(port)
}

function portOf(port: string): number {
  return Number(port || 80)
}
