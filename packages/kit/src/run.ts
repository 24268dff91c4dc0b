import { DRAIN_SECONDS } from './env.ts'
import { createLog } from './observability/logger.ts'
import { type MetricsConfig, serveMetrics } from './observability/metrics-server.ts'

export interface Running {
  url: string
  stop(): Promise<void>
}

const STOP_MS = 10_000

interface RunConfig extends MetricsConfig {
  DRAIN_SECONDS?: number
}

/**
 * Starts a process and stops it on SIGTERM or SIGINT within 10 s, plus a longer drain of sockets. Logs an uncaught exception
 * and exits with 1.
 */
export async function run<Config extends RunConfig>(
  service: string,
  readConfig: () => Config,
  start: (config: Config) => Promise<Running>,
): Promise<void> {
  const log = createLog(service)
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    process.exit(1)
  })

  let stopMs = STOP_MS
  const running = await Promise.resolve()
    .then(async () => {
      const config = readConfig()
      stopMs += Math.max(0, (config.DRAIN_SECONDS ?? 0) - DRAIN_SECONDS) * 1_000
      await serveMetrics(service, config) // until the process exits, so that metrics show the shutdown too
      return start(config)
    })
    .catch((err: unknown) => {
      log.fatal(err instanceof Error ? err.message : String(err))
      process.exit(1)
    })
  log.info({ url: running.url }, 'ready')

  let isStopping = false
  function stop(signal: NodeJS.Signals): void {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), stopMs).unref()
    running.stop().then(
      () => process.exit(0),
      (err: unknown) => {
        log.error({ err }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
