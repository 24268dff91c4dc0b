import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import {
  getUnread,
  listConversations,
  listMessages,
  markAllRead,
  readMessages,
  sendMessage,
} from '@zing/proto/http/chat'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { registerMatch, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'

const PAIRS = 4
const EVERY_MS = [300, 1_500] as const
const MESSAGES = [1, 4] as const
/** Time between the first of several sends and a read mark. */
const APART_MS = [0, 60] as const

interface Receipts {
  sender: TestUser
  reader: TestUser
  /** Null after a send or a read whose outcome stayed unknown. */
  unread: number | null
}

/** One of each pair writes. The other has no socket and reads only sometimes, so nothing else changes the receipts. */
export async function startReceipts(run: Run): Promise<Workload> {
  const pairs = await Promise.all(newNames('receipt', PAIRS).map((name) => registerMatch(run, name)))
  const all = pairs.map(([sender, reader]): Receipts => ({ sender, reader, unread: 1 })) // for the first message of a match
  const seen: Violation[] = []
  return {
    done: Promise.all(all.map((receipts) => writeAndRead(run, receipts, seen))),
    seen,
    check: async () => (await Promise.all(all.map((receipts) => checkUnread(run, receipts)))).flat(),
  }
}

async function writeAndRead(run: Run, receipts: Receipts, seen: Violation[]): Promise<void> {
  await markRead(run, receipts)
  while (!run.ending.aborted && receipts.unread !== null) {
    await sendSome(run, receipts)
    seen.push(...(await checkUnreadNow(run, receipts)), ...(await checkStatuses(run, receipts, 'sent')))
    await pause(run.thinkTime.next(EVERY_MS))
    seen.push(...(await checkUnreadNow(run, receipts)), ...(await checkStatuses(run, receipts, 'sent')))
    await markRead(run, receipts)
    seen.push(...(await checkUnreadNow(run, receipts)), ...(await checkStatuses(run, receipts, 'read')))
    await sendWhileReading(run, receipts)
    seen.push(...(await checkUnreadNow(run, receipts)))
    await markRead(run, receipts)
    seen.push(...(await checkUnreadNow(run, receipts)))
  }
}

/** A message that arrives while the reader marks others as read ends up either read or counted. */
async function sendWhileReading(run: Run, receipts: Receipts): Promise<void> {
  const { sender, reader } = receipts
  await sendSome(run, receipts)
  const sending = sendSome(run, receipts)
  await pause(run.random.integer(...APART_MS))
  const marking: Receipts = { sender, reader, unread: 0 }
  await Promise.all([sending, markRead(run, marking)])
  if (receipts.unread === null || marking.unread === null) {
    receipts.unread = null
    return
  }
  const newest = await untilCertain(run, () =>
    attempt(run, { op: 'newest page', key: randomUUID(), caller: sender }, listMessages, { params: { id: reader.id } }),
  )
  receipts.unread = newest.body ? newest.body.filter(({ status }) => status !== 'read').length : null
}

async function sendSome(run: Run, receipts: Receipts): Promise<void> {
  const { sender, reader } = receipts
  for (let left = run.random.integer(...MESSAGES); left > 0 && receipts.unread !== null; left--) {
    const key = randomUUID()
    const body = { receiverId: reader.id, content: `to read ${key}`, clientMessageId: key }
    const { outcome } = await untilCertain(run, () =>
      attempt(run, { op: 'send to read', key, caller: sender }, sendMessage, { body }),
    )
    receipts.unread = outcome === 'ok' ? receipts.unread + 1 : null
  }
}

/**
 * Marks the conversation or all conversations as read, sometimes twice at once. Some marks reach the newest listed
 * message, or the message before it, which leaves one unread.
 */
async function markRead(run: Run, receipts: Receipts): Promise<void> {
  const { sender, reader } = receipts
  const caller = { key: randomUUID(), caller: reader }
  const choice = run.random.next()
  const newest = choice > 0.5 ? await newestSeq(run, receipts) : undefined
  const left = newest && newest > 1 && receipts.unread ? run.random.integer(0, 1) : 0
  const upToSeq = newest && newest - left
  const one = () =>
    choice < 0.3
      ? attempt(run, { op: 'read all', ...caller }, markAllRead)
      : attempt(run, { op: 'read', ...caller }, readMessages, { params: { id: sender.id }, body: { upToSeq } })
  const results = await Promise.all(Array.from({ length: choice > 0.8 ? 2 : 1 }, () => untilCertain(run, one)))
  if (receipts.unread !== null) receipts.unread = results.every(({ outcome }) => outcome === 'ok') ? left : null
}

/** Reads the seq from the list of conversations, which marks nothing as delivered. */
async function newestSeq(run: Run, { sender, reader }: Receipts): Promise<number | undefined> {
  const conversations = await read(run, reader, listConversations)
  return conversations?.find(({ partnerId }) => partnerId === sender.id)?.lastMessage?.seq
}

/** Calls `checkUnread` at once, and ignores failed reads. */
async function checkUnreadNow(run: Run, receipts: Receipts): Promise<Violation[]> {
  return (await checkUnread(run, receipts)).filter(({ invariant }) => invariant !== 'INV-7')
}

/** The unread count includes the sent messages, and no message that was read (INV-1). */
async function checkUnread(run: Run, { sender, reader, unread }: Receipts): Promise<Violation[]> {
  if (unread === null) return []
  const [total, conversations] = [await read(run, reader, getUnread), await read(run, reader, listConversations)]
  const listed = conversations?.find(({ partnerId }) => partnerId === sender.id)?.unread
  if (!total || !conversations) return [{ invariant: 'INV-7', text: `${reader.id} cannot read the unread count` }]
  if (total.count === unread && listed === unread) return []
  const text = `${reader.id} has ${unread} unread messages, counted as ${total.count} and ${listed}, at ${run.history.now()} ms`
  return [{ invariant: 'INV-1', text }]
}

/** The sender sees every confirmed read (INV-1), and none that the reader did not make (INV-5). */
async function checkStatuses(run: Run, receipts: Receipts, expected: 'sent' | 'read'): Promise<Violation[]> {
  const { sender, reader, unread } = receipts
  const newest = await read(run, sender, listMessages, { params: { id: reader.id } })
  if (!newest || unread === null) return []
  const marked = newest.length - unread
  const about = expected === 'sent' ? newest.slice(marked) : newest.slice(0, marked)
  const wrong = about.find(({ status }) => status !== expected)
  if (!wrong) return []
  const text = `${sender.id} sees message ${wrong.id} to ${reader.id} as ${wrong.status} instead of ${expected} at ${run.history.now()} ms`
  return [{ invariant: expected === 'sent' ? 'INV-5' : 'INV-1', text }]
}
