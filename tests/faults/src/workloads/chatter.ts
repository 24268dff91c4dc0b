import { setTimeout as pause } from 'node:timers/promises'
import { MESSAGES_PAGE_MAX } from '@zing/proto/limits'
import type { Run } from './call.ts'
import { fetchPage } from './pages.ts'
import type { Person } from './people.ts'
import { createShownList, type ShownList } from './shown-list.ts'
import { keepSocket, type LiveSocket } from './socket.ts'

const POLL_MS = 5_000

export interface Chatter {
  person: Person
  partner: Person
  shown: ShownList
  socket: LiveSocket
}

/** Shows a conversation as a client does: from a fetch and the frames of a socket, with a fetch after each gap. */
export function createChatter(run: Run, person: Person, partner: Person): Chatter {
  const shown = createShownList(person.id, partner.id)
  let isDegraded = false
  let isFetching = false
  let fetchAgain = false

  async function refetch(): Promise<void> {
    fetchAgain = true
    if (isFetching) return
    isFetching = true
    while (fetchAgain) {
      fetchAgain = false
      const isComplete = await fetchNew(run, { person, partner, shown })
      if (!isComplete) {
        await pause(500)
        fetchAgain = true
      }
    }
    isFetching = false
  }

  const poll = setInterval(() => isDegraded && void refetch(), POLL_MS)
  run.ending.addEventListener('abort', () => clearInterval(poll))
  const socket = keepSocket(run, person, (frame) => {
    if (frame.type === 'PUSH_DEGRADED') isDegraded = true
    if (frame.type === 'PUSH_RESTORED') isDegraded = false
    if (frame.type === 'CONNECTED') isDegraded = false
    if (frame.type === 'CONNECTED' || frame.type === 'PUSH_RESTORED') void refetch()
    if (shown.addFrame(frame)) void refetch()
    if (frame.type === 'NEW_MESSAGE' && frame.message.senderId === partner.id) {
      socket.send({ type: 'MESSAGE_RECEIVED', partnerId: partner.id, seq: frame.message.seq })
    }
  })
  return { person, partner, shown, socket }
}

/** Fetches what follows the shown list; false after a failure. A full page is followed by the next. */
async function fetchNew(
  run: Pick<Run, 'url' | 'history'>,
  { person, partner, shown }: Pick<Chatter, 'person' | 'partner' | 'shown'>,
): Promise<boolean> {
  // statuses of the newest messages may have changed, so the page begins before the end of the list
  const after = Math.max(0, shown.lastSeq() - MESSAGES_PAGE_MAX / 2)
  const page = await fetchPage(run, person, partner, after)
  if (!page) return false
  shown.addPage(after, page)
  return page.length < MESSAGES_PAGE_MAX || fetchNew(run, { person, partner, shown })
}
