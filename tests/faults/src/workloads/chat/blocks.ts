import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServerFrame } from '@zing/proto/frames/server'
import { updateUser } from '@zing/proto/http/auth'
import {
  blockUser,
  listConversations,
  listMessages,
  readMessages,
  removeReaction,
  sendMessage,
  setReaction,
} from '@zing/proto/http/chat'
import { REACTIONS } from '@zing/proto/messages'
import type { Violation } from '../../checks/violation.ts'
import { PHOTO } from '../accounts/photo.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { registerMatch, type TestUser } from '../test-users.ts'
import { newNames, read, type Workload } from '../workload.ts'
import { type Block, checkBlocks } from './check-blocks.ts'
import { keepSocket, type LiveSocket } from './socket.ts'

const PAIRS = 4
const FIRST_MS = [1_000, 20_000] as const
const PROBE_EVERY_MS = [700, 2_000] as const
/** Frames from or about the other user that must not arrive after a block. */
const OF_OTHERS = new Set<ServerFrame['type']>([
  'NEW_LIKE',
  'NEW_MATCH',
  'MATCH_RESTORED',
  'NEW_MESSAGE',
  'MESSAGE_SENT',
  'MESSAGE_DELIVERED',
  'MESSAGES_READ',
  'TYPING_INDICATOR',
  'REACTION',
  'NOTIFICATION',
])

/** One of each pair blocks the other during the run; after the confirmation both try to get through (SEC-63). */
export async function startBlocks(run: Run): Promise<Workload> {
  const pairs = await Promise.all(newNames('block', PAIRS).map((name) => registerMatch(run, name)))
  const blocks = await Promise.all(pairs.map((pair) => createBlock(run, pair)))
  const seen: Violation[] = []
  return {
    done: Promise.all(
      blocks.map((block, index) => blockAndProbe(run, block, { seen, connectsFirst: index % 2 === 0 })),
    ),
    seen,
    check: () => checkBlocks(run, blocks),
  }
}

/** Both users have a photo, which the block hides. */
async function createBlock(run: Run, [blocker, blocked]: [TestUser, TestUser]): Promise<Block> {
  const photos = await Promise.all(
    [blocker, blocked].map(async (caller) => {
      const { body } = await untilCertain(run, () =>
        attempt(run, { op: 'photo', key: randomUUID(), caller }, updateUser, { body: { selfie: PHOTO } }),
      )
      return body?.selfie ?? ''
    }),
  )
  const messages = await read(run, blocker, listMessages, { params: { id: blocked.id } })
  const messageId = messages?.[0]?.id
  if (messageId === undefined) throw new Error(`${blocker.id} and ${blocked.id} have no message`)
  return { blocker, blocked, messageId, photos: [photos[0] ?? '', photos[1] ?? ''], confirmedAt: null, ended: null }
}

interface Probing {
  seen: Violation[]
  /** True if the sockets open before the block; false for sockets opened after it, as by another device. */
  connectsFirst: boolean
}

async function blockAndProbe(run: Run, block: Block, { seen, connectsFirst }: Probing): Promise<void> {
  const { blocker, blocked } = block
  const report = (text: string) => seen.push({ invariant: 'INV-10', text: `${text}, at ${run.history.now()} ms` })
  const sockets = new Map<TestUser, LiveSocket>()
  function connect(): void {
    for (const [person, other] of [[blocker, blocked] as const, [blocked, blocker] as const]) {
      const onFrame = (frame: ServerFrame) => {
        if (block.confirmedAt !== null && !block.ended && OF_OTHERS.has(frame.type))
          report(`${person.id} got ${frame.type} of ${other.id}`)
      }
      sockets.set(person, keepSocket(run, person, onFrame))
    }
  }

  if (connectsFirst) connect()
  await pause(run.random.integer(...FIRST_MS), undefined, { signal: run.ending }).catch(() => {})
  if (run.ending.aborted) return
  const { outcome } = await untilCertain(run, () =>
    attempt(run, { op: 'block', key: `${blocker.id}:${blocked.id}`, caller: blocker }, blockUser, {
      body: { blockedUserId: blocked.id },
    }),
  )
  if (outcome !== 'ok') return
  block.confirmedAt = run.history.now()
  // at once: until social has ended the match, only the block refuses
  const { messageId } = block
  await Promise.all([
    probe(run, { from: blocker, to: blocked, messageId, report }),
    probe(run, { from: blocked, to: blocker, messageId, report }),
  ])
  if (!connectsFirst) connect()

  while (!run.ending.aborted) {
    await pause(run.thinkTime.next(PROBE_EVERY_MS))
    const [from, to] = run.random.next() < 0.5 ? [blocker, blocked] : [blocked, blocker]
    await probe(run, { from, to, messageId, report })
    const socket = sockets.get(from)
    socket?.send({ type: 'TYPING_INDICATOR', recipientId: to.id, isTyping: run.random.next() < 0.5 })
    socket?.send({ type: 'MARK_READ', senderId: to.id })
    socket?.send({ type: 'MESSAGE_RECEIVED', partnerId: to.id, seq: 1 })
  }
}

interface Probe {
  from: TestUser
  to: TestUser
  /** A message of the conversation that the block closed. */
  messageId: number
  report: (text: string) => void
}

/** Tries each call of chat, which owns the block and must refuse these calls once it is confirmed. */
async function probe(run: Run, { from, to, messageId, report }: Probe): Promise<void> {
  const caller = (op: string) => ({ op: `${op} across a block`, key: randomUUID(), caller: from })
  const params = { id: to.id }
  const sent = await attempt(run, caller('send'), sendMessage, {
    body: { receiverId: to.id, content: 'through the block', clientMessageId: randomUUID() },
  })
  const page = await attempt(run, caller('page'), listMessages, { params })
  const marked = await attempt(run, caller('read'), readMessages, { params })
  const message = { params: { id: messageId } }
  const reacted = await attempt(run, caller('react'), setReaction, { ...message, body: { emoji: REACTIONS[0] } })
  const unreacted = await attempt(run, caller('unreact'), removeReaction, message)
  const conversations = await read(run, from, listConversations)
  if (reacted.outcome === 'ok' || unreacted.outcome === 'ok')
    report(`${from.id} reacted to a message of the conversation with ${to.id} after the block`)
  if (sent.outcome === 'ok') report(`${from.id} sent a message to ${to.id} after the block`)
  if (page.outcome === 'ok') report(`${from.id} read the messages of ${to.id} after the block`)
  if (marked.outcome === 'ok') report(`${from.id} marked the messages of ${to.id} as read after the block`)
  if (conversations?.some(({ partnerId }) => partnerId === to.id))
    report(`${from.id} still has a conversation with ${to.id} after the block`)
}
