import type { AnyEndpoint } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import { contentsOf, type Pair, send } from '../people/pair.ts'
import type { ContainerState } from '../product/container-state.ts'
import type { Product } from '../product/product.ts'
import type { ContainerName } from '../product/services.ts'

const EVERYTHING = [getUser, listMatches, listConversations] as const

/** Calls that keep working without a container, if not all do. */
const UNAFFECTED: Partial<Record<ContainerName, readonly AnyEndpoint[]>> = {
  auth: [listMatches, listConversations],
  social: [getUser, listConversations],
  chat: [getUser, listMatches],
  mongodb: [],
  gateway: [],
}

/** Returns the calls that keep working without this container, for users with an open session. */
export function unaffectedBy(container: ContainerName): readonly AnyEndpoint[] {
  return UNAFFECTED[container] ?? EVERYTHING
}

/** Calls an endpoint of every service, so that the session is cached, like an active user's. */
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
