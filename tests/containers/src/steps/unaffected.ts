import type { AnyEndpoint } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import { contentsOf, type Pair, send } from '../people/pair.ts'
import type { ContainerState } from '../product/container-state.ts'
import type { Product } from '../product/product.ts'
import type { ServiceName } from '../product/services.ts'

const EVERYTHING = [getUser, listMatches, listConversations] as const

/** Calls that work without each container, for users with an open session. */
export const UNAFFECTED: Record<ServiceName, readonly AnyEndpoint[]> = {
  auth: [listMatches, listConversations],
  social: [getUser, listConversations],
  chat: [getUser, listMatches],
  admin: EVERYTHING,
  redis: EVERYTHING,
  nats: EVERYTHING,
  mongodb: [],
  gateway: [],
}

/** Calls an endpoint of every service, so that the gateway caches the session, as for active users. */
export function callAll(pair: Pair): Promise<void> {
  return callEach(pair, EVERYTHING)
}

export async function callEach({ one }: Pair, endpoints: readonly AnyEndpoint[]): Promise<void> {
  for (const endpoint of endpoints) await one.call(endpoint)
}

/** Sends a message and reads it back. */
export async function assertWorks(pair: Pair, content: string): Promise<void> {
  await callAll(pair)
  await send(pair, content)
  if (!(await contentsOf(pair)).includes(content)) throw new Error(`the message "${content}" is not stored`)
}

/** Throws if a container other than `ended` restarted after `before`. */
export async function assertNotRestarted(product: Product, before: ContainerState[], ended?: string): Promise<void> {
  const after = await product.states()
  for (const { name, service, startedAt } of before) {
    const now = after.find((state) => state.name === name)
    if (service !== ended && now?.startedAt !== startedAt) throw new Error(`${service} was restarted as well`)
  }
}
