import { startProxy } from './proxy.ts'

/** A TCP relay in front of a server. A test can cut one client off while others go on. */
export async function startRelay(target: string) {
  let state: 'open' | 'silent' | 'cut' = 'open'
  const proxy = await startProxy(target, (client, server) => {
    if (state === 'cut') return client.destroy()
    client.on('data', (chunk) => state === 'open' && server.write(chunk))
    server.on('data', (chunk) => state === 'open' && client.write(chunk))
  })
  const url = new URL(target)
  url.port = String(proxy.port)
  return {
    url: url.href,
    /** Closes all connections and refuses new ones. */
    cut(): void {
      state = 'cut'
      proxy.closeAll()
    },
    /** Drops all bytes, as a dead network does: neither side notices at first. */
    silence(): void {
      state = 'silent'
    },
    /** Forwards again, over new connections. */
    heal(): void {
      proxy.closeAll()
      state = 'open'
    },
  }
}
