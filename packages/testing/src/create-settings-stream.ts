import { connectNats } from '@zing/kit/nats/connection'
import { ensureSettingsStream } from '@zing/kit/nats/settings'
import { createLog } from '@zing/kit/observability/logger'

/**
 * Creates the stream of the settings before several services start. Debian's nats-server 2.9 panics if one process reads a
 * stream while another process creates it. In the product a supervisor restarts the server.
 */
export async function createSettingsStream(natsUrl: string): Promise<void> {
  const nats = connectNats(natsUrl, 'admin', createLog('admin', 'silent'))
  await ensureSettingsStream(await nats.connection)
  await nats.drain()
}
