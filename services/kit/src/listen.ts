import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listening {
  /** `http://host:port`, with the port that was really taken. */
  url: string
  server: Server
  /** No new connections, then what runs may finish for up to DRAIN_MS. */
  stop(): Promise<void>
}

// faults.md section 4
const HEADERS_MS = 10_000
const REQUEST_MS = 20_000
const CHECK_MS = 2_000
const KEEP_ALIVE_MS = 65_000 // longer than the gateway's agents keep a socket, so that they never send into a closing one
const DRAIN_MS = 5_000
const RELEASE_MS = 50

/**
 * Listens with bounded waits. Port 0 takes a free one. Rejects when the port is in use. `requestMs` is how long a client
 * may take to send one request.
 */
export function listen(app: RequestListener, port: number, host: string, requestMs = REQUEST_MS): Promise<Listening> {
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: requestMs,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    app,
  )
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const { port: taken } = server.address() as AddressInfo // a TCP server's address is never a string
      resolve({ url: `http://${host}:${taken}`, server, stop: () => stop(server) })
    })
  })
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // a kept-alive connection becomes idle only when its last answer is out
  const release = setInterval(() => server.closeIdleConnections(), RELEASE_MS)
  let cut: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    cut = setTimeout(() => {
      server.closeAllConnections()
      resolve()
    }, DRAIN_MS)
  })
  await Promise.race([closed, late])
  clearInterval(release)
  clearTimeout(cut)
}
