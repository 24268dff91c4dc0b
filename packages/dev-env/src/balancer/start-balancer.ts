import net, { type AddressInfo, type Socket } from 'node:net'
import { createUpstreamPool, type UpstreamPool } from '@zing/kit/http/upstream-pool'

const CONNECT_MS = 500

export interface Balancer {
  port: number
  stop(): void
}

export interface BalancerOptions {
  host: string
  port: number
  /** `http://host:port` of each gateway. */
  addresses: string[]
}

/** Spreads TCP connections over several gateways. Not for production: the gateways see its address instead of the client's. */
export function startBalancer({ host, port, addresses }: BalancerOptions): Promise<Balancer> {
  const pool = createUpstreamPool(addresses)
  const clients = new Set<Socket>()
  const server = net.createServer({ pauseOnConnect: true }, (client) => {
    clients.add(client)
    client.once('close', () => clients.delete(client)).on('error', () => client.destroy())
    const first = pool.next()
    connect(pool, [first, ...pool.alternatives(first)], client)
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { port: boundPort } = server.address() as AddressInfo // never a string for TCP
      resolve({
        port: boundPort,
        stop() {
          pool.stop()
          server.close()
          for (const client of clients) client.destroy()
        },
      })
    })
  })
}

/** Connects to the first reachable gateway. Trying the next one is safe: nothing has been sent yet. */
function connect(pool: UpstreamPool, [address, ...others]: string[], client: Socket): void {
  if (!address) return void client.destroy()
  const { hostname, port } = new URL(address)
  const gateway = net.connect({ host: hostname, port: Number(port), noDelay: true })
  const timeout = setTimeout(() => gateway.destroy(new Error('connect timed out')), CONNECT_MS)
  const tryNext = () => {
    clearTimeout(timeout)
    pool.markDown(address)
    connect(pool, others, client)
  }
  gateway.once('error', tryNext)
  gateway.once('connect', () => {
    clearTimeout(timeout)
    gateway.off('error', tryNext).on('error', () => client.destroy())
    client.once('close', () => gateway.destroy())
    gateway.once('close', () => client.destroySoon())
    client.setNoDelay(true)
    client.pipe(gateway).pipe(client)
    client.resume()
  })
}
