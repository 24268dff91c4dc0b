import { createECDH, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readAddresses } from '@zing/dev-env/state/addresses-file'
import type { PushFixture } from '../shared/fixture.ts'

/** Starts a push host on loopback that accepts everything, so that it takes little CPU time from the product. */
export async function startPushSink(dataDir: string): Promise<PushFixture & { stop(): void }> {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(201).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a listening server has a port
  const { processes } = await readAddresses(dataDir)
  return {
    url: `http://127.0.0.1:${port}`,
    // all devices share one key pair, since only a browser could notice
    keys: {
      p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    metricsUrls: processes.filter(({ service }) => service === 'social').map(({ metricsUrl }) => metricsUrl),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
