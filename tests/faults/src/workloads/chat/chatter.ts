import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'
import type { Run } from '../call.ts'
import { fetchPage } from '../meeting/pages.ts'
import { createShownList, type ShownList } from '../meeting/shown-list.ts'
import type { TestUser } from '../test-users.ts'
import { createLiveClient } from './live-client.ts'
import type { LiveSocket } from './socket.ts'

export interface Chatter {
  person: TestUser
  partner: TestUser
  shown: ShownList
  socket: LiveSocket
  /** Sends a message over the socket; null unless the server confirms it in time. */
  sendOverSocket(draft: Draft): Promise<Message | null>
}

interface Draft {
  content: string
  key: string
  afterSeq: number | undefined
  mediaId?: number
}

/** After this long a client posts the message instead (web/src/lib/limits.ts). */
const RESPONSE_MS = 3_000

/** Keeps a conversation as a client shows it: from a fetch and socket frames, with a fetch after each gap. */
export function createChatter(run: Run, person: TestUser, partner: TestUser): Chatter {
  const shown = createShownList(person.id, partner.id)
  const confirm = new Map<string, (message: Message) => void>()
  const { socket, refetch } = createLiveClient(run, person, {
    fetch: () => fetchUnread(run, { person, partner, shown }),
    onFrame(frame) {
      if (shown.addFrame(frame)) refetch()
      if (frame.type === 'MESSAGE_SENT') confirm.get(frame.message.clientMessageId ?? '')?.(frame.message)
      if (frame.type === 'NEW_MESSAGE' && frame.message.senderId === partner.id) {
        socket.send({ type: 'MESSAGE_RECEIVED', partnerId: partner.id, seq: frame.message.seq })
      }
    },
  })

  async function sendOverSocket({ key, ...draft }: Draft): Promise<Message | null> {
    const { promise, resolve } = Promise.withResolvers<Message | null>()
    const timeout = setTimeout(() => resolve(null), RESPONSE_MS)
    confirm.set(key, resolve)
    socket.send({ type: 'SEND_MESSAGE', clientMessageId: key, receiverId: partner.id, ...draft })
    const message = await promise
    clearTimeout(timeout)
    confirm.delete(key)
    return message
  }
  return { person, partner, shown, socket, sendOverSocket }
}

/** Fetches messages that follow the shown list, or whose status may have changed; false after a failure. */
async function fetchUnread(
  run: Pick<Run, 'url' | 'history'>,
  { person, partner, shown }: Pick<Chatter, 'person' | 'partner' | 'shown'>,
): Promise<boolean> {
  for (let after = shown.readSeq(); ; ) {
    const page = await fetchPage(run, person, partner, after)
    if (!page) return false
    shown.addPage(after, page)
    if (page.length < MESSAGES_PAGE_MAX) return true
    after += page.length
  }
}
