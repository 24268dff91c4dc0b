import { pathOf } from '@zing/proto/endpoint'
import { login } from '@zing/proto/http/auth'
import { listMessages } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import type { Bench } from '../bench.ts'
import {
  type Counts,
  commandsOfBaseline,
  commandsOfProduct,
  countPerOperation,
  formatCounts,
  total,
} from '../commands.ts'
import { insertFeedUsers, positionOf } from '../feed-users.ts'
import { type Chat, openChat } from '../load/chat.ts'
import { type Result, result } from '../results/result.ts'
import { type BenchUser, PASSWORD } from '../users.ts'

const OPERATIONS = 30 // fewer than the messages that a client may send at once
const QUICK_OPERATIONS = 10
const LIKED_FROM = 1_000_000

type Chats = Record<'product' | 'baseline', Chat>

interface Operation {
  label: string
  product(index: number): Promise<void>
  baseline?(index: number): Promise<void>
}

/** Counts database commands per operation, before and after its response, without background commands. */
export async function measureCommands(bench: Bench): Promise<Result[]> {
  const { product, baseline, users, chatServers } = bench
  const operations = bench.isQuick ? QUICK_OPERATIONS : OPERATIONS
  await insertFeedUsers(await bench.database('zing_social'), LIKED_FROM, LIKED_FROM + operations)

  const results: Result[] = []
  const pair = users.slice(2, 4)
  const chats = {
    product: await openChat(chatServers.product, pair),
    baseline: await openChat(chatServers.baseline, pair),
  }
  for (const operation of listOperations(bench, chats)) {
    const run = (call: (index: number) => Promise<void>) => async () => {
      for (let index = 0; index < operations; index++) await call(index)
    }
    const counted = await countPerOperation(() => commandsOfProduct(product), operations, run(operation.product))
    const baselineCounts = operation.baseline
      ? await countPerOperation(() => commandsOfBaseline(baseline), operations, run(operation.baseline))
      : null
    results.push(toResult(operation.label, counted, baselineCounts))
  }
  chats.product.close()
  chats.baseline.close()
  return results
}

function listOperations({ request, targets, users }: Bench, chats: Chats): Operation[] {
  const [viewer, , writer, partner] = users
  const last = users.at(-1)
  if (!viewer || !writer || !partner || !last) throw new Error('too few users')
  const { cookie } = viewer
  const pair: [BenchUser, BenchUser] = [writer, partner]
  return [
    {
      label: 'send a message',
      product: (index) => chats.product.send(...pair, `count ${index}`),
      baseline: (index) => chats.baseline.send(...pair, `count ${index}`),
    },
    {
      label: 'like',
      product: (index) => request(pathOf(likeUser), { cookie }, { likedId: positionOf(LIKED_FROM + index).id }),
    },
    {
      label: 'feed page',
      product: () => targets.product.feed(viewer, null),
      baseline: () => targets.baseline.feed(viewer, null),
    },
    { label: 'unread', product: () => targets.product.unread(writer), baseline: () => targets.baseline.unread(writer) },
    {
      label: 'messages page',
      product: () => request(pathOf(listMessages, { id: partner.id }), { cookie: writer.cookie }),
    },
    { label: 'login', product: () => request(pathOf(login), {}, { username: last.username, password: PASSWORD }) },
  ]
}

function toResult(label: string, counted: Counts, baselineCounts: Counts | null): Result {
  const rounds = { product: [total(counted)], baseline: baselineCounts ? [total(baselineCounts)] : [] }
  return result(`database commands: ${label}`, 'count', rounds, { note: formatCounts(counted) })
}
