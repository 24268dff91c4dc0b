import { setTimeout as pause } from 'node:timers/promises'
import { inboxPrefix } from '@zing/proto/processes'
import { connect, Events, headers, type MsgHdrs, type NatsConnection } from 'nats'
import type { Log } from '../observability/logger.ts'
import { natsUp } from '../observability/metrics.ts'
import { currentTrace, type Trace, traceHeaders } from '../observability/trace-context.ts'
import { endAbandonedDials } from './abandoned-dials.ts'
import { natsServersOf } from './servers.ts'
import type { AddStream } from './streams/add-stream.ts'
import { replicateStreams } from './streams/replicated-streams.ts'
import { isReplicating, REPLICATING_VERSIONS } from './streams/server-version.ts'

/** Connection to NATS, which may be unavailable at any time, even at the start: nothing here waits for it. */
export interface Nats {
  log: Log
  /** Resolves once NATS has connected for the first time; the connection then reconnects by itself. */
  connection: Promise<NatsConnection>
  up(): NatsConnection | null
  /** Calls `listener` whenever NATS disconnects or reconnects. */
  onChange(listener: (isUp: boolean) => void): void
  /** Creates or updates a stream, with NATS_REPLICAS. */
  addStream: AddStream
  drain(): Promise<void>
}

interface ConnectOptions {
  /** Interval of pings to the server. */
  pingMs?: number | undefined
  /** HOST of this process. */
  host?: string
  /** NATS_REPLICAS; without it, streams keep the number that they have. */
  replicas?: number
  /** Pause between two counts of replicas. */
  checkMs?: number
}

const PING_MS = 5_000 // each ping wakes an idle process
const MAX_PINGS_OUT = 1 // the process notices a silent NATS server after one to two intervals of pings

/**
 * Connects in the background to one of `urls` (see `natsServersOf`), and reconnects without end. If the client gives up, the
 * process exits. `name` is the process's name in the contracts and gives its inbox prefix.
 */
export function connectNats(
  urls: string,
  name: string,
  log: Log,
  { pingMs = PING_MS, host, replicas, checkMs }: ConnectOptions = {},
): Nats {
  endAbandonedDials()
  const listeners: ((isUp: boolean) => void)[] = []
  let up: NatsConnection | null = null
  let isDraining = false
  natsUp.set(0)
  const streams = replicateStreams({ log, up: () => up, replicas, checkMs })

  function change(connection: NatsConnection | null): void {
    if (up === connection) return
    const { version = '', server_name: server } = connection?.info ?? {}
    if (connection && replicas === 3 && !isReplicating(version)) {
      log.fatal({ server, version }, `NATS_REPLICAS=3 needs nats-server ${REPLICATING_VERSIONS}`)
      process.exit(1)
    }
    up = connection
    natsUp.set(connection ? 1 : 0)
    if (!isDraining && connection) log.info({ server, version }, 'NATS connected')
    if (!isDraining && !connection) log.warn('NATS disconnected')
    for (const listener of listeners) listener(connection !== null)
  }

  const connection = connect({
    ...natsServersOf(urls, host),
    ignoreClusterUpdates: true, // servers may tell addresses that clients cannot reach
    name,
    inboxPrefix: inboxPrefix(name),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    noEcho: true, // a chat process would receive its own pushes
    reconnectTimeWait: 500,
    reconnectJitter: 500,
    pingInterval: pingMs,
    maxPingOut: MAX_PINGS_OUT,
    timeout: 2_000,
  })
  connection.then(
    (nc) => {
      change(nc)
      void watch(nc, change)
      void nc.closed().then((err) => {
        change(null)
        if (isDraining) return
        log.fatal({ err }, 'NATS connection closed permanently')
        process.exit(1)
      })
    },
    (err: unknown) => {
      if (isDraining) return
      log.fatal({ err }, 'NATS connection failed')
      process.exit(1)
    },
  )

  return {
    log,
    connection,
    up: () => up,
    onChange: (listener) => void listeners.push(listener),
    addStream: streams.add,
    async drain() {
      isDraining = true
      streams.stop()
      if (up) await up.drain()
      else void connection.then((nc) => nc.close()) // disconnected: nothing to flush
    },
  }
}

async function watch(nc: NatsConnection, change: (connection: NatsConnection | null) => void): Promise<void> {
  for await (const { type } of nc.status()) {
    if (type === Events.Disconnect) change(null)
    if (type === Events.Reconnect) change(nc)
  }
}

/**
 * Resolves when NATS has handled what this process has sent, and after `withinMs` at the latest. Resolves at once while NATS
 * is away.
 */
export async function flushed(nats: Nats, withinMs: number): Promise<void> {
  const flush = nats.up()?.flush()
  if (flush) await Promise.race([flush, pause(withinMs, undefined, { ref: false })]).catch(() => {}) // disconnected
}

export function encode(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value))
}

export function decode(data: Uint8Array): unknown {
  return JSON.parse(Buffer.from(data).toString('utf8'))
}

/** Decodes like `decode`; returns undefined for a text that is not JSON. */
export function decodeOrUndefined(data: Uint8Array): unknown {
  try {
    return decode(data)
  } catch {
    return undefined
  }
}

/** Headers that pass the trace of a request to the next hop. */
export function requestHeaders(trace: Trace | undefined = currentTrace()): MsgHdrs {
  const carried = headers()
  for (const [name, value] of Object.entries(trace ? traceHeaders(trace) : {})) carried.set(name, value)
  return carried
}
