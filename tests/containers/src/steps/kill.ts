import type { AnyEndpoint } from '@zing/proto/endpoint'
import { getUser } from '@zing/proto/http/auth'
import { listConversations } from '@zing/proto/http/chat'
import { listMatches } from '@zing/proto/http/social'
import { contentsOf, type Pair, registerPair, send } from '../people/pair.ts'
import type { Product } from '../product/product.ts'
import { ALL, type ServiceName } from '../product/services.ts'
import { waitHealthy } from '../product/wait-healthy.ts'
import { waitFor } from '../wait-for.ts'
import type { Step } from './step.ts'

const BACK_MS = 120_000
const RESTART_MS = 30_000

/** What keeps working without each container, for users with an open session. */
const UNAFFECTED: Record<ServiceName, readonly AnyEndpoint[]> = {
  auth: [listMatches, listConversations],
  social: [getUser, listConversations],
  chat: [getUser, listMatches],
  admin: [getUser, listMatches, listConversations],
  redis: [getUser, listMatches, listConversations],
  nats: [getUser, listMatches, listConversations],
  mongodb: [],
  gateway: [],
}

/** Kills every process of a container but its init, as a crash does; `docker kill` would count as a wish to stop. */
export const KILL = 'kill -9 -1'

/** Fills the memory of the container beside its process, which the kernel then ends first. */
const FILL_MEMORY =
  'for p in /proc/[0-9]*; do [ $p = /proc/1 ] || [ $p = /proc/$$ ] || echo 1000 > $p/oom_score_adj; done; exec tail /dev/zero'

export const kill: Step = { name: 'kill', run: ({ product }) => endEach(product, KILL, 'came back after SIGKILL') }

export const memory: Step = {
  name: 'memory',
  run: ({ product }) => endEach(product, FILL_MEMORY, 'came back after reaching its memory limit'),
}

async function endEach(product: Product, command: string, summary: string): Promise<string> {
  const pair = await registerPair(product.url, 'killed')
  const slowest = { service: '', ms: 0 }
  for (const service of ALL) {
    await callAll(pair, [getUser, listMatches, listConversations]) // sessions are cached, as those of users who are active
    const before = await product.states()
    const startedAt = Date.now()
    await product.exec(service, ['sh', '-c', command])
    await callAll(pair, UNAFFECTED[service]).catch((error) => {
      throw new Error(`without ${service}: ${error.message}`)
    })
    await untilRestarted(product, service, before.find((state) => state.service === service)?.startedAt ?? '')
    await waitHealthy(product, ALL, BACK_MS)
    const ms = Date.now() - startedAt
    if (ms > slowest.ms) Object.assign(slowest, { service, ms })
    await assertOthersWentOn(product, before, service)
    await send(pair, `after ${service}`)
    if (!(await contentsOf(pair)).includes(`after ${service}`)) throw new Error(`no message is stored after ${service}`)
  }
  return `each of ${ALL.length} ${summary}; the slowest, ${slowest.service}, was healthy after ${(slowest.ms / 1_000).toFixed(0)} s`
}

async function untilRestarted(product: Product, service: string, startedAt: string): Promise<void> {
  const isRestarted = async () => {
    const state = await product.container(service)
    return state.isRunning && state.startedAt !== startedAt
  }
  if (!(await waitFor(isRestarted, RESTART_MS))) throw new Error(`${service} was not restarted within ${RESTART_MS} ms`)
}

async function assertOthersWentOn(
  product: Product,
  before: Awaited<ReturnType<Product['states']>>,
  ended: string,
): Promise<void> {
  const after = await product.states()
  for (const { name, service, startedAt } of before) {
    const now = after.find((state) => state.name === name)
    if (service !== ended && now?.startedAt !== startedAt) throw new Error(`${service} was restarted with ${ended}`)
  }
}

async function callAll({ one }: Pair, endpoints: readonly AnyEndpoint[]): Promise<void> {
  for (const endpoint of endpoints) await one.call(endpoint)
}
