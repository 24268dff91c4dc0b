import type { z } from 'zod/mini'
import type { ProcessName } from '../../processes.ts'

export const RPC_TIMEOUT_MS = 1_000

/** A NATS request with one response. */
export interface RpcContract<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType = z.ZodMiniType,
> {
  /** `rpc.<serving process>.<name>` */
  subject: string
  callers: readonly ProcessName[]
  input: Input
  result: Result
}
export type RpcInput<Q> = Q extends RpcContract<infer I, infer _R> ? z.output<I> : never
export type RpcResult<Q> = Q extends RpcContract<infer _I, infer R> ? z.output<R> : never

/** Declares an RPC. The subject names the process that serves it. */
export function rpc<I extends z.ZodMiniType, R extends z.ZodMiniType>(
  subject: `rpc.${ProcessName}.${string}`,
  callers: readonly ProcessName[],
  input: I,
  result: R,
): RpcContract<I, R> {
  return { subject, callers, input, result }
}
