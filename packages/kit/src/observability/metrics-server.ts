import { createServer } from 'node:http'
import { METRICS_PATH } from '@zing/proto/paths'
import { metricsOf } from './metrics.ts'

export interface MetricsConfig {
  HOST: string
  METRICS_PORT?: number | undefined
}

/** Serves metrics on METRICS_PORT, if it is set, and never on the public port (SEC-70). Rejects when the port is in use. */
export async function serveMetrics(service: string, config: MetricsConfig): Promise<{ stop(): void }> {
  const { HOST, METRICS_PORT } = config
  if (METRICS_PORT === undefined) return { stop: () => {} }

  const collect = metricsOf(service)
  const server = createServer(async (req, res) => {
    if (req.url !== METRICS_PATH) return void res.writeHead(404).end()
    const { type, text } = await collect()
    res.writeHead(200, { 'Content-Type': type }).end(text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(METRICS_PORT, HOST, resolve)
  })
  return {
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
