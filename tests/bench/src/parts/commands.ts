import { pathOf } from '@zing/proto/endpoint'
import { login } from '@zing/proto/http/auth'
import { listMessages } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import type { Bench } from '../bench.ts'
import { type Counts, commandsOfBaseline, commandsOfProduct, countPerOperation, describe, total } from '../commands.ts'
import { insertFeedUsers, positionOf } from '../feed-users.ts'
import { type Result, result } from '../result.ts'
import { PASSWORD, type Profile } from '../users.ts'

const OPERATIONS = 50
const QUICK_OPERATIONS = 10
/** Whom to like stands far behind those whom the feed's part inserts. */
const LIKED_FROM = 1_000_000

interface Operation {
  label: string
  product(index: number): Promise<void>
  baseline?(index: number): Promise<void>
}

/** Database commands per operation: before the answer and what follows it, without what runs anyway. */
export async function measureCommands(bench: Bench): Promise<Result[]> {
  const { product, baseline } = bench
  const operations = bench.isQuick ? QUICK_OPERATIONS : OPERATIONS
  await insertFeedUsers(await bench.database('zing_social'), LIKED_FROM, LIKED_FROM + operations)

  const results: Result[] = []
  for (const operation of listOperations(bench)) {
    const run = (call: (index: number) => Promise<void>) => async () => {
      for (let index = 0; index < operations; index++) await call(index)
    }
    const counted = await countPerOperation(() => commandsOfProduct(product), operations, run(operation.product))
    const bare = operation.baseline
      ? await countPerOperation(() => commandsOfBaseline(baseline), operations, run(operation.baseline))
      : null
    results.push(toResult(operation.label, counted, bare))
  }
  return results
}

function listOperations({ ask, targets, people }: Bench): Operation[] {
  const [viewer, , writer, partner] = people
  const last = people.at(-1)
  if (!viewer || !writer || !partner || !last) throw new Error('nobody is there')
  const { cookie } = viewer
  const pair: [Profile, Profile] = [writer, partner]
  return [
    {
      label: 'send a message',
      product: (index) => targets.product.send(...pair, `count ${index}`),
      baseline: (index) => targets.baseline.send(...pair, `count ${index}`),
    },
    {
      label: 'like',
      product: (index) => ask(pathOf(likeUser), { cookie }, { likedId: positionOf(LIKED_FROM + index).id }),
    },
    {
      label: 'feed page',
      product: () => targets.product.feed(viewer, null),
      baseline: () => targets.baseline.feed(viewer, null),
    },
    { label: 'unread', product: () => targets.product.unread(writer), baseline: () => targets.baseline.unread(writer) },
    { label: 'messages page', product: () => ask(pathOf(listMessages, { id: partner.id }), { cookie: writer.cookie }) },
    { label: 'login', product: () => ask(pathOf(login), {}, { username: last.username, password: PASSWORD }) },
  ]
}

function toResult(label: string, counted: Counts, bare: Counts | null): Result {
  const rounds = { product: [total(counted)], baseline: bare ? [total(bare)] : [] }
  return result(`database commands: ${label}`, 'count', rounds, { note: describe(counted) })
}
