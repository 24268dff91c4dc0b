import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@zing/proto/http/chat'
import { getMedia, putConversationSettings, uploadMedia } from '@zing/proto/http/media'
import type { MediaKind } from '@zing/proto/messages'
import type { Sent } from '../../checks/messages/messages.ts'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { registerMatch, type TestUser } from '../test-users.ts'
import { newNames, type Sending } from '../workload.ts'
import { type Chatter, createChatter } from './chatter.ts'
import { checkChats } from './check-chats.ts'
import { isPictureOf, pictureOf } from './picture.ts'
import { isRecordingOf, recordingOf } from './recording.ts'

const SEND_EVERY_MS = [700, 1_800] as const
const OVER_SOCKET_SHARE = 0.5
/** One medium in this many is uploaded and sent twice at once with one key, as by two tabs. */
const TWICE_ONE_IN = 8

/** Number of pairs. */
const USUAL = 2
/** When no other workload runs. */
export const MANY_MEDIA = 8

/** Each file tells its number, also after the server has written it anew. */
const KINDS = {
  photo: { fileOf: pictureOf, isFileOf: isPictureOf },
  voice: { fileOf: recordingOf, isFileOf: isRecordingOf },
}

interface SentMedium extends Sent {
  kind: MediaKind
  mediaId: number
  /** Number of the medium in this run. */
  number: number
}

/** Two people of each pair send each other photos and recordings until the run ends. Each photo has its own caption. */
export async function startMedia(run: Run, count = USUAL): Promise<Sending> {
  const pairs = await Promise.all(newNames('media', count).map((name) => registerMatch(run, name)))
  const chatters = pairs.flatMap(([one, other]) => [createChatter(run, one, other), createChatter(run, other, one)])
  const found: Found = { number: 0, media: [], seen: [] }
  await Promise.all(chatters.map(({ person, partner }) => allowMedia(run, person, partner)))
  const read = new Set<string>()
  return {
    done: Promise.all(chatters.map((chatter) => sendLoop(run, chatter, found))),
    seen: found.seen,
    sent: found.media,
    async check() {
      const violations = await Promise.all(pairs.map((pair) => checkBytes(run, pair, found.media, read)))
      return [...(await checkChats(run, { pairs, chatters, sent: found.media })), ...violations.flat()]
    },
  }
}

async function allowMedia(run: Run, person: TestUser, partner: TestUser): Promise<void> {
  const input = { params: { userId: partner.id }, body: { photos: 'fromStart', voice: 'fromStart' } as const }
  await untilCertain(run, () =>
    attempt(run, { op: 'media settings', key: randomUUID(), caller: person }, putConversationSettings, input),
  )
}

interface Found {
  /** Number of the last medium. */
  number: number
  media: SentMedium[]
  seen: Violation[]
}

async function sendLoop(run: Run, chatter: Chatter, found: Found): Promise<void> {
  while (!run.ending.aborted) {
    await pause(run.thinkTime.next(SEND_EVERY_MS), undefined, { signal: run.ending }).catch(() => {})
    if (!run.ending.aborted) await sendMedium(run, chatter, found)
  }
}

async function sendMedium(run: Run, chatter: Chatter, found: Found): Promise<void> {
  const { random, history } = run
  const { person, partner } = chatter
  const number = ++found.number
  const kind = random.pick(['photo', 'voice'] as const)
  const key = randomUUID()
  const afterSeq = chatter.shown.lastSeq()
  const content = kind === 'photo' ? `u${person.id} p${number}` : ''
  const from = history.now()
  const copies = Array.from({ length: random.integer(1, TWICE_ONE_IN) === 1 ? 2 : 1 })
  const uploads = await Promise.all(copies.map(() => upload(run, chatter, { kind, key, number })))
  for (const { outcome, status, errorCode } of uploads) {
    if (outcome !== 'fail') continue
    found.seen.push({ invariant: 'INV-1', text: `${kind} ${number} was refused: ${status} ${errorCode}` })
  }
  const [mediaId, ...others] = new Set(uploads.flatMap(({ body }) => (body ? [body.id] : [])))
  if (others.length > 0) found.seen.push({ invariant: 'INV-2', text: `${kind} ${number} was stored twice` })
  if (mediaId === undefined) return

  const draft = { content, key, afterSeq, mediaId }
  const body = { receiverId: partner.id, content, mediaId, clientMessageId: key, afterSeq }
  const post = () => attempt(run, { op: `send ${kind}`, key, caller: person }, sendMessage, { body })
  async function send(): Promise<Pick<Awaited<ReturnType<typeof post>>, 'outcome' | 'body' | 'to'>> {
    const message = random.next() < OVER_SOCKET_SHARE ? await chatter.sendOverSocket(draft) : null
    if (message) return { outcome: 'ok', body: message, to: history.now() }
    return untilCertain(run, post)
  }
  const results = await Promise.all(copies.map(send))
  const certain = results.filter(({ outcome }) => outcome !== 'unknown')
  found.media.push({
    ...{ kind, number, key, content, sender: person.id, receiver: partner.id, from, afterSeq, mediaId },
    to: Math.min(...(certain.length > 0 ? certain : results).map(({ to }) => to)),
    outcome: certain.find(({ outcome }) => outcome === 'ok')?.outcome ?? certain[0]?.outcome ?? 'unknown',
    ids: results.flatMap((result) => (result.body ? [result.body.id] : [])),
    seqs: results.flatMap((result) => (result.body ? [result.body.seq] : [])),
  })
}

async function upload(
  run: Run,
  { person, partner }: Pick<Chatter, 'person' | 'partner'>,
  { kind, key, number }: { kind: MediaKind; key: string; number: number },
) {
  const file = await KINDS[kind].fileOf(number)
  const query = { kind, clientMessageId: key, receiverId: partner.id }
  return untilCertain(run, () =>
    attempt(run, { op: `upload ${kind}`, key, caller: person }, uploadMedia, { query, file }),
  )
}

/** Both members get the bytes of each confirmed medium, and not another one's (INV-1). */
async function checkBytes(run: Run, pair: TestUser[], media: SentMedium[], read: Set<string>): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { kind, number, sender, outcome, mediaId } of media) {
    if (outcome !== 'ok' || !pair.some(({ id }) => id === sender)) continue
    for (const reader of pair) {
      const name = `${reader.id} ${mediaId}`
      if (read.has(name)) continue
      const operation = { op: `final ${kind}`, key: randomUUID(), caller: reader }
      const input = { params: { id: mediaId }, query: { size: 'thumb' } }
      const { status, bytes } = await attempt(run, operation, getMedia, input)
      const text = `${reader.id} reads ${kind} ${number} as ${status}, or another`
      if (status === 200 && (await KINDS[kind].isFileOf(number, bytes))) read.add(name)
      else violations.push({ invariant: 'INV-1', text })
    }
  }
  return violations
}
