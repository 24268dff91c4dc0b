import { getUnread, listConversations, sendMessage } from '@zing/proto/http/chat'
import { listNotifications } from '@zing/proto/http/social'
import { checkFrames } from '../../checks/messages/frames.ts'
import { checkMessages, type FinalConversation, type Sent } from '../../checks/messages/messages.ts'
import { checkPages } from '../../checks/pages.ts'
import type { Violation } from '../../checks/violation.ts'
import { recordsOf } from '../../history.ts'
import { attempt, type Run } from '../call.ts'
import { readConversation } from '../meeting/pages.ts'
import type { TestUser } from '../test-users.ts'
import { read } from '../workload.ts'
import type { Chatter } from './chatter.ts'

/** At the end this many first and last messages of each user are sent again. */
const RETRIED = 2

/** Compares the sent messages of each conversation with both members' pages and with what their clients show. */
export async function checkChats(
  run: Run,
  { pairs, chatters, sent }: { pairs: [TestUser, TestUser][]; chatters: Chatter[]; sent: Sent[] },
): Promise<Violation[]> {
  const retried = await Promise.all(chatters.map((chatter) => retrySome(run, chatter, sent)))
  const { records } = run.history
  const [pages, frames] = [recordsOf(records, 'page'), recordsOf(records, 'frame')]
  const found = await Promise.all(
    pairs.map(async (pair) => {
      const conversation = await readConversation(run, pair)
      const ids = pair.map(({ id }) => id)
      const own = sent.filter(({ sender, receiver }) => ids.includes(sender) && ids.includes(receiver))
      const members = chatters.filter(({ person }) => pair.includes(person))
      return [
        ...checkMessages(conversation, own),
        ...checkPages(conversation, pages, own),
        ...checkFrames(conversation, frames),
        ...members.flatMap((chatter) => checkShown(chatter, conversation)),
        ...(await Promise.all(members.map((chatter) => checkUnread(run, chatter, conversation)))).flat(),
        ...(await checkMatchNotifications(run, pair)),
      ]
    }),
  )
  return [...retried, ...found].flat()
}

/**
 * A retry has one effect and the same id, even long after the first send (INV-6). It has the original key and
 * `afterSeq`, like the retry of a client.
 */
async function retrySome(run: Run, { person, partner }: Chatter, sent: Sent[]): Promise<Violation[]> {
  const own = sent.filter(({ key, sender }) => key !== null && sender === person.id)
  const unknown = own.filter(({ outcome }) => outcome === 'unknown')
  const violations: Violation[] = []
  for (const { key, content, ids, afterSeq, mediaId } of [
    ...own.slice(0, RETRIED),
    ...own.slice(-RETRIED),
    ...unknown,
  ]) {
    if (key === null) continue
    const body = { receiverId: partner.id, content, clientMessageId: key, afterSeq, mediaId }
    const { status, body: message } = await attempt(run, { op: 'retry', key, caller: person }, sendMessage, { body })
    const isSame = ids.length === 0 || (message && ids.includes(message.id))
    if (message && isSame) continue
    const got = message ? `message ${message.id} instead of ${ids.join(', ')}` : String(status)
    violations.push({ invariant: 'INV-6', text: `a retry of key ${key} by ${person.id} got ${got}` })
  }
  return violations
}

/** The client's list, from its first fetch and frames, equals a fresh fetch without another refetch (INV-5, INV-9). */
function checkShown({ person, partner, shown, socket }: Chatter, conversation: FinalConversation): Violation[] {
  const name = `${person.id} in the chat with ${partner.id}`
  const fresh = conversation.lists[conversation.members.indexOf(person.id)] ?? []
  const violations: Violation[] = shown.problems.map((text) => ({
    invariant: 'INV-4',
    text: `${name}: ${text}`,
  }))
  if (!socket.isConnected()) violations.push({ invariant: 'INV-9', text: `${name} has no socket` })
  if (shown.shown.length !== fresh.length) {
    violations.push({ invariant: 'INV-9', text: `${name} shows ${shown.shown.length} of ${fresh.length} messages` })
  }
  const stale = shown.shown.filter(
    (message, index) => message.senderId === person.id && fresh[index] && fresh[index].status !== message.status,
  )
  if (stale.length > 0) {
    violations.push({
      invariant: 'INV-9',
      text: `${name} shows ${stale.length} receipts that differ, the first as ${stale[0]?.status}`,
    })
  }
  return violations
}

/** The unread count equals the number of unread messages (INV-7). */
async function checkUnread(run: Run, { person }: Chatter, { members, lists }: FinalConversation): Promise<Violation[]> {
  const own = lists[members.indexOf(person.id)] ?? []
  const expected = own.filter(({ receiverId, read }) => receiverId === person.id && !read).length
  const [unread, conversations] = [await read(run, person, getUnread), await read(run, person, listConversations)]
  const listed = conversations?.reduce((sum, conversation) => sum + conversation.unread, 0)
  if (unread?.count === expected && listed === expected) return []
  return [
    {
      invariant: 'INV-7',
      text: `${person.id} has ${expected} unread messages, counted as ${unread?.count} and ${listed}`,
    },
  ]
}

/** A first match makes one MATCH notification for each side (INV-3). */
async function checkMatchNotifications(run: Run, [one, other]: [TestUser, TestUser]): Promise<Violation[]> {
  const found = await Promise.all(
    [[one, other] as const, [other, one] as const].map(async ([person, partner]) => {
      const notifications = await read(run, person, listNotifications)
      const count = notifications?.filter((one) => one.type === 'MATCH' && one.payload.userId === partner.id).length
      return count === 1
        ? []
        : [{ invariant: 'INV-3' as const, text: `${person.id} has ${count} MATCH notifications about ${partner.id}` }]
    }),
  )
  return found.flat()
}
