import { setTimeout as pause } from 'node:timers/promises'
import { AppError, errors } from '@zing/proto/errors'
import { RPC_TIMEOUT_MS, type RpcContract, type RpcInput, type RpcResult } from '@zing/proto/nats/rpc/contract'
import type { Msg, Subscription } from 'nats'
import { isDatabaseUnavailable } from '../mongo/errors.ts'
import { inRequest } from '../observability/trace-context.ts'
import { decode, encode, type Nats } from './connection.ts'

export interface RpcHandler {
  subject: string
  respond(data: unknown): Promise<unknown>
}

/** Binds an RPC contract to the function that serves it. */
export function rpcHandler<Q extends RpcContract>(
  contract: Q,
  handle: (input: RpcInput<Q>) => Promise<RpcResult<Q>>,
): RpcHandler {
  return {
    subject: contract.subject,
    async respond(data) {
      const input = contract.input.safeParse(data)
      if (!input.success) throw errors.invalidRequest()
      return contract.result.parse(await handle(input.data as RpcInput<Q>))
    },
  }
}

export interface RpcServer {
  /** Accepts no more requests, and responds to the accepted ones, for which `drain` would not wait. */
  stop(): Promise<void>
}

/**
 * Serves RPCs; one process of the service handles each request (queue group). A stop waits at most `callersWaitMs` for running
 * ones: their callers wait no longer.
 */
export function serveRpc(
  nats: Nats,
  service: string,
  handlers: RpcHandler[],
  callersWaitMs = RPC_TIMEOUT_MS,
): RpcServer {
  const subscriptions: Subscription[] = []
  const inFlight = new Set<Promise<void>>()

  function accept(handler: RpcHandler, err: Error | null, message: Msg): void {
    if (err) return nats.log.warn({ err, subject: handler.subject }, 'RPC subscription failed')
    const response = respond(nats, handler, message).finally(() => inFlight.delete(response))
    inFlight.add(response)
  }

  void nats.connection
    .then((nc) => {
      for (const handler of handlers) {
        const callback = (err: Error | null, message: Msg) => accept(handler, err, message)
        subscriptions.push(nc.subscribe(handler.subject, { queue: service, callback }))
      }
    })
    .catch(() => {}) // connectNats logs it and ends the process
  return {
    async stop() {
      if (nats.up()) await Promise.race([Promise.all(subscriptions.map((one) => one.drain())), pause(RPC_TIMEOUT_MS)])
      await Promise.race([Promise.all(inFlight), pause(callersWaitMs)])
    },
  }
}

function respond(nats: Nats, handler: RpcHandler, message: Msg): Promise<void> {
  return inRequest(
    (name) => message.headers?.get(name),
    async () => {
      try {
        message.respond(encode({ answer: await handler.respond(decode(message.data)) }))
      } catch (err) {
        const appError = err instanceof AppError ? err : isDatabaseUnavailable(err) ? errors.unavailable() : null
        if (!appError) nats.log.error({ err, subject: handler.subject }, 'RPC failed')
        const { status, body } = appError ?? errors.internal()
        message.respond(encode({ error: { status, body } }))
      }
    },
  )
}
