import type { ServerFrame } from '@zing/proto/frames/server'
import { listBlocks, listConversations } from '@zing/proto/http/chat'
import { listMatches, listNotifications } from '@zing/proto/http/social'
import type { Run } from '../call.ts'
import { createLiveClient } from '../chat/live-client.ts'
import type { LiveSocket } from '../chat/socket.ts'
import type { TestUser } from '../test-users.ts'
import { read } from '../workload.ts'

/** After these frames a client fetches matches and notifications again: a silent entry changes the count alone. */
const REFETCHED = new Set<ServerFrame['type']>(['NEW_MATCH', 'MATCH_ENDED', 'MATCH_RESTORED', 'NOTIFICATION_COUNT'])

/** A user who meets others, and the matches and notifications that this user's client shows. */
export interface MatchClient {
  person: TestUser
  socket: LiveSocket
  /** Users of the matches shown. */
  matches(): number[]
  /** Ids of the notifications shown. */
  notifications: ReadonlySet<number>
  /** Ids of the messages shown. */
  messages: ReadonlySet<number>
}

/** Two users who have met, and their actions. */
export interface Meeting {
  one: MatchClient
  other: MatchClient
  /** Whether `one`, and whether `other`, likes the other user at the end. */
  likes: [boolean, boolean]
  /** Both liked each other, so a match was announced. */
  hasMatched: boolean
  /** Id of the message that `one` sends to `other`; null unless it is confirmed. */
  messageId: number | null
  /** `one` blocks `other` at the end. */
  isBlocked: boolean
  /** False during the meeting, and for good if the outcome of a call stayed unknown. */
  isCertain: boolean
}

/** Shows matches, last messages and notifications as a client does: fetches after CONNECTED, then applies frames. */
export function createMatchClient(run: Run, person: TestUser): MatchClient {
  const notifications = new Set<number>()
  const messages = new Set<number>()
  const hidden = new Set<number>()
  let fetched: number[] = []

  async function fetch(): Promise<boolean> {
    const [matches, latest] = [await read(run, person, listMatches), await read(run, person, listNotifications)]
    const [conversations, blocks] = [await read(run, person, listConversations), await read(run, person, listBlocks)]
    if (matches) fetched = matches.map(({ id }) => id)
    for (const { id } of latest ?? []) notifications.add(id)
    for (const { lastMessage } of conversations ?? []) if (lastMessage) messages.add(lastMessage.id)
    for (const id of blocks ?? []) hidden.add(id) // like the web client: social may not know of a block yet
    return matches !== null && latest !== null && conversations !== null && blocks !== null
  }

  const { socket, refetch } = createLiveClient(run, person, {
    fetch,
    onFrame(frame) {
      if (frame.type === 'NEW_MESSAGE' || frame.type === 'MESSAGE_SENT') messages.add(frame.message.id)
      if (frame.type === 'NOTIFICATION') notifications.add(frame.notification.id)
      if (frame.type === 'BLOCK_CONFIRMED') hidden.add(frame.blockedUserId)
      if (frame.type === 'USER_BLOCKED') hidden.add(frame.blockedBy)
      if (REFETCHED.has(frame.type)) refetch()
    },
  })
  return { person, socket, notifications, messages, matches: () => fetched.filter((id) => !hidden.has(id)) }
}
