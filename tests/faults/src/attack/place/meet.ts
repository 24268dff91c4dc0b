import { listConversations, listMessages, readMessages, sendMessage, setReaction } from '@zing/proto/http/chat'
import { unmatchUser } from '@zing/proto/http/discovery'
import {
  getProfile,
  likeUser,
  listMatches,
  listNotifications,
  listPastMatches,
  unlikeUser,
} from '@zing/proto/http/social'
import { type Account, demand, hide, type Reply, until } from './account.ts'
import { pagesOf, textOf } from './learn.ts'
import { type Ear, listen } from './listen.ts'
import { normalize, type Roles } from './normalize.ts'

/** Who likes first. */
export type Beginning = 'observer' | 'twin'

/** Nothing else waits for these. */
const LATE_FRAMES = ['NOTIFICATION', 'NOTIFICATION_COUNT', 'MESSAGE_SENT', 'MESSAGES_READ', 'MATCH_ENDED'] as const

/**
 * Lets an observer and the twin like each other, write, and part. Returns what the observer has seen: responses by step,
 * and frames.
 */
export async function meet(roles: Roles, twinsEar: Ear, beginning: Beginning): Promise<Map<string, string>> {
  const { me, twin } = roles
  const seen = new Map<string, string>()
  const note = (step: string, ...replies: Reply[]) => void seen.set(step, textOf(replies, roles))
  const ear = await listen(me)
  const likes = (from: Account, to: Account) => from.call(likeUser, { body: { likedId: to.id } })
  const look = () => me.call(getProfile, { params: { id: twin.id } })
  try {
    if (beginning === 'twin') {
      await hide(me, false) // nobody likes a hidden user
      await until('the twin sees the observer', async () => (await likes(twin, me)).status === 200)
      await ear.hears('NEW_LIKE')
      await untilNotified(me, 'LIKE')
      note('a like received', await look(), await me.call(listNotifications))
      note('a like answered', await likes(me, twin))
    } else {
      note('a like sent', await likes(me, twin))
      note('likes sent', ...(await pagesOf(me, 'liked')))
      note('the profile of somebody liked', await look())
      note('a like withdrawn', await me.call(unlikeUser, { params: { userId: twin.id } }))
      note('a like sent again', await likes(me, twin))
      demand(await likes(twin, me))
    }
    await ear.hears('NEW_MATCH')
    await ear.hears('PRESENCE')
    await untilNotified(me, 'MATCH')
    note('a match', await me.call(listMatches), await me.call(listNotifications))
    note('header of the chat', await look())
    await until('a match may write', async () => (await say(twin, me, 'hello')).status === 201)
    await ear.hears('NEW_MESSAGE')
    note('chats', await me.call(listConversations))
    note('messages', await me.call(listMessages, { params: { id: twin.id } }))
    note('messages read', await me.call(readMessages, { params: { id: twin.id } }))
    const sent = await say(me, twin, 'hello yourself')
    note('a message sent', sent)
    await twinsEar.confirm(me, sent.body.seq)
    await ear.hears('MESSAGE_DELIVERED')
    note('a reaction', await me.call(setReaction, { params: { id: sent.body.id }, body: { emoji: '❤️' } }))
    await ear.hears('REACTION')
    note('all people while matched', ...(await pagesOf(me, 'all')))
    note('the end', await me.call(unmatchUser, { params: { userId: twin.id } }))
    note('past matches', await me.call(listPastMatches), await look())
    note('the feed afterwards', ...(await pagesOf(me, 'discover')))
    for (const late of LATE_FRAMES) await ear.hears(late)
    await until('the chat is gone', async () => demand(await me.call(listConversations)).length === 0)
  } finally {
    ear.close()
  }
  // two services push, so the order between frames is open
  seen.set(
    'frames',
    ear.frames
      .map((frame) => normalize(frame, roles))
      .toSorted()
      .join('\n'),
  )
  if (beginning === 'twin') await hide(me, true)
  return seen
}

async function untilNotified(me: Account, wanted: 'LIKE' | 'MATCH'): Promise<void> {
  await until(`${wanted} is in the list`, async () =>
    demand(await me.call(listNotifications)).some(({ type }) => type === wanted),
  )
}

function say(from: Account, { id }: Account, content: string) {
  return from.call(sendMessage, { body: { receiverId: id, content } })
}
