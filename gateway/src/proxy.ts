import { Agent, type ClientRequest, type IncomingMessage, ServerResponse } from 'node:http'
import net, { type NetConnectOpts, type Socket } from 'node:net'
import { unavailable } from '@zing/kit/errors'
import type { Log } from '@zing/kit/log'
import { messages } from '@zing/proto/http/errors'
import { RETRY_AFTER_SECONDS } from '@zing/proto/limits'
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware'

// faults.md section 4
const PROXY_MS = 4_000
const UPLOAD_MS = 12_000
const CONNECT_MS = 500
const MAX_SOCKETS = 64

type OnAnswer = (answer: IncomingMessage, req: IncomingMessage, res: ServerResponse) => void

export interface Upstream {
  /** Streams a request to the service. */
  request: RequestHandler
  /** The same for a request that carries a photo: it may take longer. */
  upload: RequestHandler
  upgrade: NonNullable<RequestHandler['upgrade']>
  stop(): void
}

/** One service behind the gateway: kept-alive connections, bounded waits, and JSON when it is away. */
export function createUpstream(target: string, onAnswer: OnAnswer, log: Log): Upstream {
  const agent = new BoundedAgent({ keepAlive: true, maxSockets: MAX_SOCKETS })
  const common = {
    target,
    on: {
      proxyReq: endWithClient,
      proxyRes: onAnswer,
      error: (err: Error, _req: IncomingMessage, res: ServerResponse | Socket) => answerAway(err, res, log),
    },
  }
  const sockets = createProxyMiddleware({ ...common, ws: false })
  return {
    request: createProxyMiddleware({ ...common, agent, proxyTimeout: PROXY_MS }),
    upload: createProxyMiddleware({ ...common, agent, proxyTimeout: UPLOAD_MS }),
    upgrade: (req, socket, head) => sockets.upgrade?.(req, socket, head),
    stop: () => agent.destroy(),
  }
}

/** An agent that gives a connection up when it does not come about in time. */
class BoundedAgent extends Agent {
  // @ts-expect-error the public types of Agent leave out the method that Node documents for this purpose
  override createConnection(options: NetConnectOpts, connected?: () => void): Socket {
    const socket = net.createConnection(options, connected)
    const late = setTimeout(() => socket.destroy(new Error('connect timed out')), CONNECT_MS)
    const settle = () => clearTimeout(late)
    return socket.once('connect', settle).once('close', settle)
  }
}

/** A client that has left needs no answer. */
function endWithClient(proxyReq: ClientRequest, _req: IncomingMessage, res: ServerResponse): void {
  res.once('close', () => {
    if (!res.writableFinished) proxyReq.destroy()
  })
}

function answerAway(err: Error, res: ServerResponse | Socket, log: Log): void {
  log.debug({ err }, 'service did not answer')
  if (!(res instanceof ServerResponse)) {
    const text = `Retry-After: ${RETRY_AFTER_SECONDS}\r\nConnection: close\r\nContent-Length: 0`
    res.end(`HTTP/1.1 503 Service Unavailable\r\n${text}\r\n\r\n`)
    return
  }
  if (res.headersSent) return void res.destroy()
  const { status, retryAfterSeconds } = unavailable()
  res.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': String(retryAfterSeconds) })
  res.end(JSON.stringify({ message: messages.unavailable }))
}
