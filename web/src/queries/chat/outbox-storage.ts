import { clear, createStore as createDatabase, del, delMany, entries, set, setMany } from 'idb-keyval'
import { oneTabAtATime, openTabs, thisTab } from '../../lib/state/tab-lock.ts'
import type { OutboxMessage } from './outbox-state.ts'

/** Stored under a key of its own, so that tabs never overwrite each other's messages. */
interface StoredMessage {
  userId: number
  /** The tab that sends it for as long as that tab is open. */
  tab: string
  /** Grows from message to message of a tab, also when the clock is set back. */
  order: number
  message: OutboxMessage
}

/** The messages that this tab sends: the truth where a private window forbids IndexedDB. */
const own = new Map<string, StoredMessage>()

type Database = ReturnType<typeof createDatabase>
const database = createDatabase('zing', 'outbox') // opens it on first use

/** Returns the messages that this tab sends, oldest first. Adopts the messages of closed tabs. */
export async function loadOutbox(userId: number): Promise<OutboxMessage[]> {
  const adopted = await withDatabase((db) => oneTabAtATime('zing-outbox', () => adopt(userId, db)), [])
  for (const stored of adopted) if (!own.has(stored.message.id)) own.set(stored.message.id, stored)
  return [...own.values()]
    .filter((stored) => stored.userId === userId)
    .toSorted((a, b) => a.order - b.order)
    .map(({ message }) => message)
}

export async function saveMessage(userId: number, message: OutboxMessage): Promise<void> {
  const order = own.get(message.id)?.order ?? performance.timeOrigin + performance.now()
  const stored = { userId, tab: thisTab, order, message }
  own.set(message.id, stored)
  await withDatabase((db) => set(message.id, stored, db), undefined)
}

export async function deleteMessage(id: string): Promise<void> {
  own.delete(id)
  await withDatabase((db) => del(id, db), undefined)
}

export async function clearOutbox(): Promise<void> {
  own.clear()
  await withDatabase((db) => clear(db), undefined)
}

/** Also removes what earlier users of this browser have left: it has one session at a time. */
async function adopt(userId: number, db: Database): Promise<StoredMessage[]> {
  const [stored, open] = [await readAll(db), await openTabs()]
  const [mine, others] = [stored.filter((one) => one.userId === userId), stored.filter((one) => one.userId !== userId)]
  const adopted = mine.filter(({ tab }) => !open.has(tab)).map((one) => ({ ...one, tab: thisTab }))
  await setMany(
    adopted.map((one) => [one.message.id, one]),
    db,
  )
  await delMany(
    others.map(({ message }) => message.id),
    db,
  )
  return adopted
}

async function readAll(db: Database): Promise<StoredMessage[]> {
  return (await entries<string, StoredMessage>(db)).map(([, stored]) => stored)
}

async function withDatabase<T>(work: (db: Database) => Promise<T>, fallback: T): Promise<T> {
  try {
    return await work(database)
  } catch {
    return fallback
  }
}
