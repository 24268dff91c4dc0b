import type { Nats } from '@zing/kit/nats/connection'
import { request as requestWithin } from '@zing/kit/nats/rpc'
import type { RpcContract, RpcInput, RpcResult } from '@zing/proto/nats/rpc/contract'

const PATIENCE_MS = 60_000

/** Sends a test's own RPC with a bound for busy machines; between services it is a second. */
export function request<Q extends RpcContract>(nats: Nats, contract: Q, input: RpcInput<Q>): Promise<RpcResult<Q>> {
  return requestWithin(nats, contract, input, PATIENCE_MS)
}
