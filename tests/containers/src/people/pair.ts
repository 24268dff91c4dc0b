import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type ApiClient, CallError, registerOrLogIn } from '@zing/dev-env/demo/member'
import { listMessages, sendMessage } from '@zing/proto/http/chat'
import { likeUser } from '@zing/proto/http/social'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'

const MATCH_MS = 20_000
const RETRY_MS = 200
export const PASSWORD = 'correct horse battery'

/** Two users who may write to each other. */
export interface Pair {
  one: ApiClient
  other: ApiClient
}

export function registerPerson(url: string, name: string): Promise<ApiClient> {
  const username = `${name}.${randomBytes(5).toString('hex')}`
  const person = { name: 'Container Tester', age: 30, gender: 'other', orientation: 'other' } as const
  return registerOrLogIn(url, { ...person, username, password: PASSWORD })
}

export async function registerPair(url: string, name: string): Promise<Pair> {
  const [one, other] = [await registerPerson(url, name), await registerPerson(url, name)]
  await one.call(likeUser, { body: { likedId: other.user.id } })
  await other.call(likeUser, { body: { likedId: one.user.id } })
  await untilMatched({ one, other })
  return { one, other }
}

export async function send({ one, other }: Pair, content: string): Promise<void> {
  await one.call(sendMessage, { body: { receiverId: other.user.id, content } })
}

/** Returns all messages of the pair, oldest first. */
export async function contentsOf({ one, other }: Pair): Promise<string[]> {
  const contents: string[] = []
  for (let after = 0; ; ) {
    const query = { after: String(after), limit: String(MESSAGES_PAGE_MAX) }
    const page = await other.call(listMessages, { params: { id: one.user.id }, query })
    contents.push(...page.map(({ content }) => content))
    if (page.length < MESSAGES_PAGE_MAX) return contents
    after = page.at(-1)?.seq ?? after
  }
}

/** Chat refuses messages until it has the event of the match. */
async function untilMatched(pair: Pair): Promise<void> {
  const end = Date.now() + MATCH_MS
  for (;;) {
    try {
      return await send(pair, 'first')
    } catch (error) {
      if (!(error instanceof CallError) || Date.now() > end) throw error
    }
    await pause(RETRY_MS)
  }
}
