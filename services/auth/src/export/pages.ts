import { setTimeout as pause } from 'node:timers/promises'
import { request } from '@zing/kit/nats/rpc'
import { retryDelayMs } from '@zing/kit/timing/retry'
import { AppError } from '@zing/proto/errors'
import type { RpcResult } from '@zing/proto/nats/rpc/contract'
import type { ExportContract } from '@zing/proto/nats/rpc/pages'
import type { Ctx } from '../context.ts'

const MAX_ATTEMPTS = 5

type ItemOf<C extends ExportContract> = RpcResult<C>['items'][number]

interface Page {
  items: unknown[]
  next: string | null
}

/** Requests the pages of one kind, each when the previous one is used up. */
export async function* itemsOf<C extends ExportContract>(
  ctx: Ctx,
  contract: C,
  userId: number,
  signal: AbortSignal,
): AsyncGenerator<ItemOf<C>[]> {
  let after: string | null = ''
  while (after !== null) {
    const input: { userId: number; after: string } = { userId, after }
    const page: Page = await patiently(() => request<ExportContract>(ctx.nats, contract, input), signal)
    yield page.items as ItemOf<C>[] // the schema of this contract has parsed them
    after = page.next
  }
}

/** Retries while the service that owns the data does not respond, since it may be restarting. */
export async function patiently<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await call()
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.status === 503
      if (!isUnavailable || attempt === MAX_ATTEMPTS) throw error
      await pause(retryDelayMs(attempt), undefined, { signal })
    }
  }
}
