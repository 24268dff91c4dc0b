import { type QueryClient, type QueryKey, QueryObserver, type QueryState } from '@tanstack/react-query'
import { MESSAGES_PAGE_SIZE, SESSION_IDLE_SECONDS } from '@zing/proto/limits'
import { Conversation, Message } from '@zing/proto/messages'
import { Match, User } from '@zing/proto/profiles/users'
import { z } from 'zod/mini'
import { pushHealth } from '../../lib/device/push-health.ts'
import { matchesQuery, profileQuery } from '../profiles.ts'
import { userKey } from '../session/user-key.ts'
import { conversationsQuery } from './conversations.ts'
import { claimKept, clearKept, readKept, writeKept } from './kept-storage.ts'
import { keptMessages, type MessagePages } from './message-cache.ts'
import { isPages, messagesQuery } from './messages.ts'

/** Chats with the newest messages. */
const KEPT_CHATS_MAX = 50
const WRITE_DELAY_MS = 1_000

/** A record that this version cannot read is removed; `version` changes with the meaning of a field. */
const Head = z.object({
  version: z.literal(1),
  /** When the server last told of the conversations, in milliseconds. */
  keptAt: z.int(),
  user: User,
  matches: z.array(Match),
  conversations: z.array(Conversation),
})
type Head = z.infer<typeof Head>
const Messages = z.array(Message)

interface Kept extends Head {
  /** The newest messages by partner, oldest first. */
  chats: Map<number, Message[]>
}

/** Shows what this device keeps, unless the server has told by then who is signed in. */
export async function showKeptChats(client: QueryClient): Promise<void> {
  const kept = await loadKept()
  if (!kept || client.getQueryData(userKey) !== undefined) return
  const { user, matches, conversations, keptAt } = kept
  putChats(client, kept)
  for (const match of matches) put(client, profileQuery(match.id).queryKey, match, keptAt)
  put(client, matchesQuery.queryKey, matches, keptAt)
  put(client, conversationsQuery.queryKey, conversations, keptAt)
  put(client, userKey, user, keptAt) // last, because the screens follow
}

/**
 * Keeps the conversations and their newest messages on this device until `stop`. They stay in the query cache too, where
 * frames change them. Chats of which the cache lacks the newest message are fetched, one after another.
 */
export async function keepChats(client: QueryClient, userId: number, stop: AbortSignal): Promise<void> {
  const kept = await loadKept()
  if (stop.aborted || !(await claimKept(userId)) || stop.aborted) return

  const cache = client.getQueryCache()
  const changed = new Set(cache.getAll().flatMap(({ queryKey }) => partnerOf(queryKey) ?? []))
  if (kept?.user.id === userId) putChats(client, kept)
  const askedUpTo = new Map<number, number>()
  let timer = 0
  const leave = [
    new QueryObserver(client, matchesQuery).subscribe(writeSoon),
    new QueryObserver(client, conversationsQuery).subscribe(writeSoon),
    cache.subscribe((event) => {
      const partnerId = partnerOf(event.query.queryKey)
      if (partnerId === null) return
      if (event.type === 'removed') keepAtHand(client, partnerId, event.query.state)
      if (event.type !== 'updated' || event.action.type !== 'success') return
      changed.add(partnerId)
      writeSoon()
    }),
  ]
  stop.addEventListener('abort', end)
  writeSoon()

  function writeSoon(): void {
    timer ||= window.setTimeout(write, WRITE_DELAY_MS)
  }

  async function write(): Promise<void> {
    timer = 0
    const head = headOf(client)
    if (!head) return
    const partnerIds = new Set(head.conversations.map(({ partnerId }) => partnerId))
    const chats = [...changed].filter((id) => partnerIds.has(id)).flatMap((id) => newestOf(client, id))
    for (const [partnerId] of chats) changed.delete(partnerId)
    const isWritten = await writeKept(userId, { head, chats: new Map(chats), partnerIds })
    if (!isWritten) return end()
    if (!stop.aborted && (await fetchMissing(head))) writeSoon()
  }

  /** Fetches one chat. Asks for a message once, which the server may hide. */
  async function fetchMissing({ conversations }: Head): Promise<boolean> {
    const missing = conversations.find(({ partnerId, lastMessage }) => {
      const seq = lastMessage?.seq ?? 0
      return seq > newestSeq(client, partnerId) && seq > (askedUpTo.get(partnerId) ?? 0)
    })
    if (!missing?.lastMessage || !pushHealth.get()) return false
    askedUpTo.set(missing.partnerId, missing.lastMessage.seq)
    await client.prefetchInfiniteQuery(messagesQuery(missing.partnerId))
    return true
  }

  function end(): void {
    clearTimeout(timer)
    for (const one of leave) one()
  }
}

/** Null without a record, and after the time in which every session has ended. */
async function loadKept(): Promise<Kept | null> {
  const records = await readKept()
  if (!records.has('head')) return null
  const head = Head.safeParse(records.get('head'))
  if (!head.success || Date.now() - head.data.keptAt > SESSION_IDLE_SECONDS * 1_000) {
    await clearKept()
    return null
  }
  const chats = head.data.conversations.flatMap(({ partnerId, lastMessage }) => {
    const messages = Messages.safeParse(lastMessage ? records.get(partnerId) : [])
    return messages.success ? [[partnerId, messages.data] as const] : []
  })
  return { ...head.data, chats: new Map(chats) }
}

function headOf(client: QueryClient): Head | null {
  const user = client.getQueryData<User | null>(userKey)
  const matches = client.getQueryData(matchesQuery.queryKey)
  const all = client.getQueryState(conversationsQuery.queryKey)
  if (!user || !matches || !all?.data) return null
  const conversations = all.data.slice(0, KEPT_CHATS_MAX)
  const partnerIds = new Set(conversations.map(({ partnerId }) => partnerId))
  return {
    version: 1,
    keptAt: all.dataUpdatedAt,
    user,
    matches: matches.filter(({ id }) => partnerIds.has(id)),
    conversations,
  }
}

function putChats(client: QueryClient, { chats, keptAt }: Kept): void {
  for (const [partnerId, messages] of chats) putMessages(client, partnerId, messages, keptAt)
}

function putMessages(client: QueryClient, partnerId: number, messages: Message[], at: number): void {
  for (const message of messages) keptMessages.add(message)
  put(client, messagesQuery(partnerId).queryKey, { pages: [messages], pageParams: [0] } satisfies MessagePages, at)
}

/** Fills in what the cache lacks. It is fetched again as soon as a screen shows it or the device is online. */
function put(client: QueryClient, queryKey: QueryKey, data: unknown, dataUpdatedAt: number): void {
  const query = client.getQueryCache().build(client, { queryKey, gcTime: Number.POSITIVE_INFINITY })
  if (query.state.data !== undefined) return
  query.setState({ data, dataUpdatedAt, status: 'success', error: null, isInvalidated: true })
}

/** Keeps the newest messages of a chat that was unused for a while, for frames and for a lost connection. */
function keepAtHand(client: QueryClient, partnerId: number, { data, dataUpdatedAt }: QueryState): void {
  const isOpen = client.getQueryData(conversationsQuery.queryKey)?.some((one) => one.partnerId === partnerId)
  if (isOpen && isPages(data)) putMessages(client, partnerId, newestIn(data), dataUpdatedAt)
}

/** Null for a query of something else. */
function partnerOf([kind, relation, id]: QueryKey): number | null {
  return kind === 'messages' && relation === 'with' ? Number(id) : null
}

function newestOf(client: QueryClient, partnerId: number): [number, Message[]][] {
  const pages = client.getQueryData<MessagePages>(messagesQuery(partnerId).queryKey)
  return pages ? [[partnerId, newestIn(pages)]] : []
}

function newestSeq(client: QueryClient, partnerId: number): number {
  return client.getQueryData<MessagePages>(messagesQuery(partnerId).queryKey)?.pages[0]?.at(-1)?.seq ?? 0
}

/** The newest page grows with each new message. */
function newestIn({ pages: [newest = []] }: MessagePages): Message[] {
  return newest.slice(-MESSAGES_PAGE_SIZE)
}
