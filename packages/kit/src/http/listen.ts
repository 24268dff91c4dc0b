import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { READY_PATH } from '@zing/proto/paths'
import { sendUnavailable } from './error-handler.ts'

export interface Listening {
  /** `http://host:port`, with the port that was really taken. */
  url: string
  server: Server
  /**
   * Takes leave: not ready any more, and for STOP_DELAY_MS whoever still comes is served and sent away with
   * `Connection: close`, so that balancers look elsewhere before a connection is refused.
   */
  beginShutdown(): Promise<void>
  /** No new connections, then what runs may finish for up to DRAIN_MS. Takes leave first. */
  stop(): Promise<void>
}

/** Variables of every process, see env.ts. */
export interface ListenConfig {
  PORT: number
  HOST: string
  STOP_DELAY_MS?: number
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
export function listen(app: RequestListener, config: ListenConfig, requestMs = REQUEST_MS): Promise<Listening> {
  const { PORT, HOST, STOP_DELAY_MS = 0 } = config
  let shuttingDown: Promise<void> | null = null

  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: requestMs,
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (req, res) => {
      if (shuttingDown) {
        res.shouldKeepAlive = false
        if (req.url === READY_PATH) return sendUnavailable(res)
      }
      app(req, res)
    },
  )

  function beginShutdown(): Promise<void> {
    shuttingDown ??= STOP_DELAY_MS > 0 ? pause(STOP_DELAY_MS) : Promise.resolve()
    return shuttingDown
  }
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(PORT, HOST, () => {
      server.off('error', reject)
      const { port: taken } = server.address() as AddressInfo // a TCP server's address is never a string
      resolve({
        url: `http://${HOST}:${taken}`,
        server,
        beginShutdown,
        stop: () => beginShutdown().then(() => stop(server)),
      })
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
