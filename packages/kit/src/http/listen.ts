import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { READY_PATH } from '@zing/proto/paths'
import { sendUnavailable } from './error-handler.ts'

export interface Listening {
  url: string
  server: Server
  /** Serves on for STOP_DELAY_MS, not ready and with `Connection: close`, so that balancers move to other processes. */
  beginShutdown(): Promise<void>
  /** Begins the shutdown, then accepts no connections and drains running requests for up to DRAIN_MS. */
  stop(): Promise<void>
}

export interface ListenConfig {
  PORT: number
  HOST: string
  STOP_DELAY_MS?: number
}

const HEADERS_MS = 10_000
const REQUEST_MS = 20_000
const CHECK_MS = 2_000
const KEEP_ALIVE_MS = 65_000 // longer than the gateway's agents, so that they never send into a closing socket
const DRAIN_MS = 5_000
const RELEASE_MS = 50

/** Listens; a client has `requestMs` to send one request, and port 0 takes a free one. Rejects when the port is in use. */
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
      const { port } = server.address() as AddressInfo // a TCP server's address is never a string
      resolve({
        url: `http://${HOST}:${port}`,
        server,
        beginShutdown,
        stop: () => beginShutdown().then(() => stop(server)),
      })
    })
  })
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // a kept-alive connection becomes idle only after its last response
  const release = setInterval(() => server.closeIdleConnections(), RELEASE_MS)
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      server.closeAllConnections()
      resolve()
    }, DRAIN_MS)
  })
  await Promise.race([closed, timeout])
  clearInterval(release)
  clearTimeout(timer)
}
