import { AppError, errors } from '@zing/proto/errors'
import { ErrorBody } from '@zing/proto/http/errors'
import { RPC_TIMEOUT_MS, type RpcContract, type RpcInput, type RpcResult } from '@zing/proto/nats/rpc/contract'
import { ErrorCode, NatsError } from 'nats'
import { z } from 'zod/mini'
import { decode, encode, type Nats, requestHeaders } from './connection.ts'

const Response = z.union([
  z.object({ answer: z.unknown() }),
  z.object({ error: z.object({ status: z.int(), body: ErrorBody }) }),
])

/** Sends an RPC. Throws a 503 AppError when no response comes in time, or the AppError that the serving process threw. */
export async function request<Q extends RpcContract>(
  nats: Nats,
  contract: Q,
  input: RpcInput<Q>,
  timeoutMs = RPC_TIMEOUT_MS,
): Promise<RpcResult<Q>> {
  const nc = nats.up()
  if (!nc) throw errors.unavailable()
  const message = await nc
    .request(contract.subject, encode(input), { timeout: timeoutMs, headers: requestHeaders() })
    .catch((cause: unknown) => {
      throw Object.assign(errors.unavailable(), { cause }) // no responder, or a timeout
    })

  const response = Response.parse(decode(message.data))
  if ('error' in response) throw new AppError(response.error.status, response.error.body)
  return contract.result.parse(response.answer) as RpcResult<Q> // parsed by the schema from which the type is derived
}

/** True for a failure of `request` where some process may have taken the request and not responded in time. */
export function isTimeout(error: unknown): boolean {
  return error instanceof AppError && error.cause instanceof NatsError && error.cause.code === ErrorCode.Timeout
}
