import { RPC_TIMEOUT_MS, type RpcContract, type RpcInput, type RpcResult } from '@zing/proto/nats/rpc/contract'
import { z } from 'zod/mini'
import { AppError, unavailable } from '../errors.ts'
import { decode, encode, type Nats, requestHeaders } from './connection.ts'

const Response = z.union([
  z.object({ answer: z.unknown() }),
  z.object({ error: z.object({ status: z.int(), message: z.string() }) }),
])

/** Sends an RPC. Throws a 503 AppError without a response in time, or the AppError that the serving process threw. */
export async function request<Q extends RpcContract>(
  nats: Nats,
  contract: Q,
  input: RpcInput<Q>,
  timeoutMs = RPC_TIMEOUT_MS,
): Promise<RpcResult<Q>> {
  const nc = nats.up()
  if (!nc) throw unavailable()
  const message = await nc
    .request(contract.subject, encode(input), { timeout: timeoutMs, headers: requestHeaders() })
    .catch(() => {
      throw unavailable() // no responder, or a timeout
    })

  const response = Response.parse(decode(message.data))
  if ('error' in response) throw new AppError(response.error.status, response.error.message)
  return contract.result.parse(response.answer) as RpcResult<Q> // parsed by the schema that the type is derived from
}
