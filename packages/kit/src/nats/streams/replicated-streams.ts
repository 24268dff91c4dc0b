import type { NatsConnection } from 'nats'
import type { Log } from '../../observability/logger.ts'
import { replicasMissing } from '../../observability/metrics.ts'
import { type AddStream, addStream, jetStreamErrorOf, type StreamDescription } from './add-stream.ts'

/** Fewer servers are there than a stream needs; the second number comes from a server without a cluster. */
const TOO_FEW_SERVERS = [10_005, 10_074]
const CHECK_MS = 30_000
const ANSWER_MS = 2_000

export interface ReplicatedStreams {
  /** Creates or updates a stream. Where servers are missing, it stays with the replicas it has until they are there. */
  add: AddStream
  stop(): void
}

export interface ReplicatedOptions {
  log: Log
  up(): NatsConnection | null
  /** NATS_REPLICAS; without it, streams keep the number that they have. */
  replicas?: number | undefined
  checkMs?: number | undefined
}

/**
 * Gives each stream of a process the wanted number of replicas once. A number that somebody sets later stays, so that two
 * versions do not undo each other at every call. With several replicas it counts the missing ones every `checkMs`.
 */
export function replicateStreams({ log, up, replicas, checkMs = CHECK_MS }: ReplicatedOptions): ReplicatedStreams {
  const own = new Map<string, { stream: StreamDescription; isReplicated: boolean }>()
  const checks = replicas !== undefined && replicas > 1 ? setInterval(checkAll, checkMs).unref() : undefined

  async function add(nc: NatsConnection, stream: StreamDescription): Promise<void> {
    const wasReplicated = own.get(stream.name)?.isReplicated
    const replicated = replicas === undefined ? stream : { ...stream, num_replicas: replicas }
    try {
      await addStream(nc, replicated, wasReplicated ? stream : replicated)
      own.set(stream.name, { stream, isReplicated: true })
      if (wasReplicated === false) log.info({ stream: stream.name, replicas }, 'stream has its replicas')
    } catch (err) {
      if (!TOO_FEW_SERVERS.includes(jetStreamErrorOf(err) ?? 0)) throw err
      await addStream(nc, stream)
      own.set(stream.name, { stream, isReplicated: false })
      const text = 'NATS servers are missing: the stream gets its replicas when they are there'
      if (wasReplicated !== false) log.warn({ stream: stream.name, replicas }, text)
    }
  }

  async function checkAll(): Promise<void> {
    const nc = up()
    if (!nc) return
    for (const { stream, isReplicated } of own.values())
      await check(nc, stream, isReplicated).catch((err: unknown) => {
        log.debug({ err, stream: stream.name }, 'replicas not counted')
      })
  }

  async function check(nc: NatsConnection, stream: StreamDescription, isReplicated: boolean): Promise<void> {
    if (!isReplicated) await add(nc, stream)
    const { streams } = await nc.jetstreamManager({ timeout: ANSWER_MS })
    const { cluster } = await streams.info(stream.name)
    const current = (cluster?.replicas ?? []).filter((replica) => replica.current && !replica.offline).length
    replicasMissing.set({ of: stream.name }, Math.max(0, (replicas ?? 1) - 1 - current))
  }

  return { add, stop: () => clearInterval(checks) }
}
