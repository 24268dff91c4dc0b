import { createApp } from '@zing/kit/app'
import { listen } from '@zing/kit/listen'
import { createLog, type Log } from '@zing/kit/log'
import type { Running } from '@zing/kit/run'
import type { Config } from './config.ts'

/** Answers its probes; PIN, totals and reset are issue 4. */
export async function start(config: Config, overrides: { log?: Log } = {}): Promise<Running> {
  const log = overrides.log ?? createLog('admin', config.LOG_LEVEL)
  const app = createApp({ log, secret: config.INTERNAL_TOKEN_SECRET, isReady: () => true }, {}, [])
  const http = await listen(app, config.PORT, config.HOST)
  return { url: http.url, stop: http.stop }
}
