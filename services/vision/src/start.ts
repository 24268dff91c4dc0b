import { createProbes } from '@zing/kit/http/app'
import { listen } from '@zing/kit/http/listen'
import { connectNats } from '@zing/kit/nats/connection'
import { rpcHandler, serveRpc } from '@zing/kit/nats/rpc-server'
import { createLog, type Log } from '@zing/kit/observability/logger'
import type { Running } from '@zing/kit/run'
import { lookAtPicture } from '@zing/proto/nats/rpc/vision'
import type { Config } from './config.ts'
import { createLook } from './look.ts'
import { createMemoryLimit } from './memory-limit.ts'
import { loadModels } from './models.ts'

/** Longest wait of a stop for the picture that is looked at. */
const PICTURE_MS = 5_000

/**
 * Starts vision, which looks at pictures for other processes and remembers none. Rejects if a model cannot be loaded, or its
 * file has changed.
 */
export async function start(
  config: Config,
  { log = createLog('vision', config.LOG_LEVEL) }: { log?: Log } = {},
): Promise<Running> {
  const models = await loadModels()
  const nats = connectNats(config.NATS_URL, 'vision', log, { host: config.HOST })
  const look = createLook(models, createMemoryLimit(config.MEMORY_LIMIT_MB, log))
  const rpcs = serveRpc(nats, 'vision', [rpcHandler(lookAtPicture, look.at)], PICTURE_MS)
  const http = await listen(
    createProbes(() => nats.up() !== null),
    config,
  )

  async function stop(): Promise<void> {
    look.stop()
    await http.beginShutdown()
    await rpcs.stop()
    await http.stop()
    await nats.drain()
  }
  return { url: http.url, stop }
}
