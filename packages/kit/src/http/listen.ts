import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createListener, type Server as Listener, type ListenOptions } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '@zing/proto/errors'
import { READY_PATH } from '@zing/proto/paths'
import { respondToClientErrors } from './client-errors.ts'
import { sendError, sendUnavailable } from './error-handler.ts'

export interface Listening {
  url: string
  server: Server
  /**
   * Reports not ready and serves on with `Connection: close` for STOP_DELAY_MS, so that balancers move to other processes.
   */
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
const CHECK_MS = 10_000 // the gateway's requests come complete
const IDLE_MS = 30_000
const KEEP_ALIVE_MS = 65_000 // longer than the gateway's agents, so that they never send into a closing socket
const DRAIN_MS = 5_000
const RELEASE_MS = 50
/**
 * Connections that the kernel has accepted and this process has not. With Node's 511 a sudden crowd loses connections, and
 * its clients try again after 1, 3 and 7 s. The kernel's limit (somaxconn, 4096) bounds it too.
 */
const BACKLOG = 4_096
/**
 * Sockets that listen on the port. In a turn of the event loop, Node accepts one connection from each. With one socket, the
 * clients of a busy process wait in the kernel's queue, where admission cannot see them.
 */
const LISTENERS = 64

export interface ListenOptionals {
  /** Time that a client has to send one request. */
  requestMs?: number
  /** Time between two checks for late requests; each wakes an idle process. */
  checkMs?: number
  /** A connection is cut when no byte moves in either direction for this long during a request. */
  idleMs?: number
  /** Further connections are closed at once. Each listening socket counts its share, so the first at about 85 %. */
  maxConnections?: number
}

/** Listens; port 0 takes a free one. Rejects when the port is in use. */
export async function listen(
  app: RequestListener,
  config: ListenConfig,
  optionals: ListenOptionals = {},
): Promise<Listening> {
  const { PORT, HOST, STOP_DELAY_MS = 0 } = config
  const { requestMs = REQUEST_MS, checkMs = CHECK_MS, idleMs = IDLE_MS, maxConnections } = optionals
  let shuttingDown: Promise<void> | null = null

  const server: Server = createServer(
    {
      headersTimeout: Math.min(HEADERS_MS, requestMs),
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      requireHostHeader: false, // Node would respond without a body
      shouldUpgradeCallback: (req) => server.listenerCount('upgrade') > 0 && isWebSocket(req) && hasOneHost(req),
    },
    (req, res) => {
      if (shuttingDown) {
        res.shouldKeepAlive = false
        if (req.url === READY_PATH) return sendUnavailable(res)
      }
      if (!hasOneHost(req)) {
        res.shouldKeepAlive = false
        return sendError(res, errors.invalidRequest())
      }
      app(req, res)
    },
  )
  server.timeout = idleMs
  respondToClientErrors(server)

  function beginShutdown(): Promise<void> {
    shuttingDown ??= STOP_DELAY_MS > 0 ? pause(STOP_DELAY_MS) : Promise.resolve()
    return shuttingDown
  }

  const canShare = process.platform === 'linux'
  const others = Array.from({ length: canShare ? LISTENERS - 1 : 0 }, () =>
    createListener({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket)),
  )
  const listeners = [server, ...others]
  if (maxConnections)
    for (const listener of listeners) listener.maxConnections = Math.ceil(maxConnections / listeners.length)

  const address = { host: HOST, backlog: BACKLOG, reusePort: canShare }
  if (PORT > 0) await ensureFree(PORT, HOST)
  await open(server, { ...address, port: PORT })
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  await Promise.all(others.map((other) => open(other, { ...address, port })))
  return {
    url: `http://${HOST}:${port}`,
    server,
    beginShutdown,
    stop: () => beginShutdown().then(() => stop(server, listeners)),
  }
}

/** Rejects when the port is in use. Otherwise another process of this user would share it. */
async function ensureFree(port: number, host: string): Promise<void> {
  const probe = createListener()
  await open(probe, { port, host })
  await close(probe)
}

function open(listener: Listener, options: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(options, () => {
      listener.off('error', reject)
      resolve()
    })
  })
}

/** Resolves when its last connection has ended. */
function close(listener: Listener): Promise<void> {
  return new Promise((resolve) => listener.close(() => resolve()))
}

/** Requests for other upgrades, such as h2c, get a plain response. */
function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket'
}

/** Servers disagree about requests with two hosts, or none (SEC-04). */
function hasOneHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) if (rawHeaders[i]?.toLowerCase() === 'host') hosts += 1
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

async function stop(server: Server, listeners: Listener[]): Promise<void> {
  const closed = Promise.all(listeners.map(close)).then(() => {})
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
