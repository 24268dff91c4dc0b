import { getUnread, listConversations } from '@zing/proto/http/chat'
import { listNotifications } from '@zing/proto/http/social'
import { checkMessages, type FinalConversation, type Sent } from '../checks/messages.ts'
import type { Violation } from '../checks/violation.ts'
import type { Run } from './call.ts'
import type { Chatter } from './chatter.ts'
import { readConversation } from './pages.ts'
import type { Person } from './people.ts'
import { read } from './workload.ts'

/** Compares what was sent, what both members read, and what their clients show, for each conversation. */
export async function checkChats(
  run: Run,
  { pairs, chatters, sent }: { pairs: [Person, Person][]; chatters: Chatter[]; sent: Sent[] },
): Promise<Violation[]> {
  const found = await Promise.all(
    pairs.map(async (pair) => {
      const conversation = await readConversation(run, pair)
      const members = chatters.filter(({ person }) => pair.includes(person))
      return [
        ...checkMessages(conversation, sent),
        ...members.flatMap((chatter) => checkShown(chatter, conversation)),
        ...(await Promise.all(members.map((chatter) => checkUnread(run, chatter, conversation)))).flat(),
        ...(await checkMatchNotifications(run, pair)),
      ]
    }),
  )
  return found.flat()
}

/** What a client shows from its first fetch and the frames equals a fresh fetch, without another refetch (INV-5, INV-9). */
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

/** The unread count equals the messages that are not read (INV-7). */
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

/** One MATCH notification for each side of a first match (INV-3). */
async function checkMatchNotifications(run: Run, [one, other]: [Person, Person]): Promise<Violation[]> {
  const found = await Promise.all(
    [[one, other] as const, [other, one] as const].map(async ([person, partner]) => {
      const notifications = await read(run, person, listNotifications)
      const count = notifications?.filter(
        ({ type, payload }) => type === 'MATCH' && payload.userId === partner.id,
      ).length
      return count === 1
        ? []
        : [{ invariant: 'INV-3' as const, text: `${person.id} has ${count} MATCH notifications about ${partner.id}` }]
    }),
  )
  return found.flat()
}
