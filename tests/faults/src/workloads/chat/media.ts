import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sendMessage } from '@zing/proto/http/chat'
import { getMedia, putConversationSettings, uploadMedia } from '@zing/proto/http/media'
import type { Sent } from '../../checks/messages/messages.ts'
import type { Violation } from '../../checks/violation.ts'
import { attempt, type Run, untilCertain } from '../call.ts'
import { registerMatch, type TestUser } from '../test-users.ts'
import { newNames, type Sending } from '../workload.ts'
import { type Chatter, createChatter } from './chatter.ts'
import { checkChats } from './check-chats.ts'
import { isPictureOf, pictureOf } from './picture.ts'

const SEND_EVERY_MS = [700, 1_800] as const
const OVER_SOCKET_SHARE = 0.5
/** One photo in this many is sent twice at once with one key, as by a double tap. */
const TWICE_ONE_IN = 8

/** Number of pairs. */
const USUAL = 2
/** When no other workload runs. */
export const MANY_MEDIA = 8

interface Photo extends Sent {
  mediaId: number
  /** The picture, see `pictureOf`. */
  picture: number
}

/** Two people of each pair send each other photos until the run ends. Each has a caption and a colour of its own. */
export async function startMedia(run: Run, count = USUAL): Promise<Sending> {
  const pairs = await Promise.all(newNames('media', count).map((name) => registerMatch(run, name)))
  const chatters = pairs.flatMap(([one, other]) => [createChatter(run, one, other), createChatter(run, other, one)])
  const photos: Photo[] = []
  const seen: Violation[] = []
  await Promise.all(chatters.map(({ person, partner }) => allowMedia(run, person, partner)))
  const read = new Set<string>()
  return {
    done: Promise.all(chatters.map((chatter) => sendLoop(run, chatter, { photos, seen }))),
    seen,
    sent: photos,
    async check() {
      const found = await Promise.all(pairs.map((pair) => checkPictures(run, pair, photos, read)))
      return [...(await checkChats(run, { pairs, chatters, sent: photos })), ...found.flat()]
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
  photos: Photo[]
  seen: Violation[]
}

async function sendLoop(run: Run, chatter: Chatter, found: Found): Promise<void> {
  for (let number = 1; !run.ending.aborted; number++) {
    await pause(run.thinkTime.next(SEND_EVERY_MS), undefined, { signal: run.ending }).catch(() => {})
    if (!run.ending.aborted) await sendPhoto(run, chatter, number, found)
  }
}

async function sendPhoto(run: Run, chatter: Chatter, number: number, { photos, seen }: Found): Promise<void> {
  const { random, history } = run
  const { person, partner } = chatter
  const key = randomUUID()
  const afterSeq = chatter.shown.lastSeq()
  const content = `u${person.id} p${number}`
  const picture = person.id + number
  const from = history.now()
  const uploaded = await upload(run, chatter, { key, picture })
  if (uploaded.outcome === 'fail')
    seen.push({ invariant: 'INV-1', text: `photo ${content} was refused: ${uploaded.status} ${uploaded.errorCode}` })
  if (!uploaded.body) return

  const mediaId = uploaded.body.id
  const body = { receiverId: partner.id, content, mediaId, clientMessageId: key, afterSeq }
  const post = () => attempt(run, { op: 'send photo', key, caller: person }, sendMessage, { body })
  async function send(): Promise<Pick<Awaited<ReturnType<typeof post>>, 'outcome' | 'body' | 'to'>> {
    const draft = { content, key, afterSeq, mediaId }
    const message = random.next() < OVER_SOCKET_SHARE ? await chatter.sendOverSocket(draft) : null
    if (message) return { outcome: 'ok', body: message, to: history.now() }
    return untilCertain(run, post)
  }
  const copies = random.integer(1, TWICE_ONE_IN) === 1 ? 2 : 1
  const results = await Promise.all(Array.from({ length: copies }, send))
  const certain = results.filter(({ outcome }) => outcome !== 'unknown')
  photos.push({
    ...{ key, content, sender: person.id, receiver: partner.id, from, afterSeq, mediaId, picture },
    to: Math.min(...(certain.length > 0 ? certain : results).map(({ to }) => to)),
    outcome: certain.find(({ outcome }) => outcome === 'ok')?.outcome ?? certain[0]?.outcome ?? 'unknown',
    ids: results.flatMap((result) => (result.body ? [result.body.id] : [])),
    seqs: results.flatMap((result) => (result.body ? [result.body.seq] : [])),
  })
}

async function upload(
  run: Run,
  { person, partner }: Pick<Chatter, 'person' | 'partner'>,
  { key, picture }: { key: string; picture: number },
) {
  const file = { type: 'image/png', bytes: await pictureOf(picture) }
  const query = { kind: 'photo', clientMessageId: key, receiverId: partner.id }
  return untilCertain(run, () =>
    attempt(run, { op: 'upload photo', key, caller: person }, uploadMedia, { query, file }),
  )
}

/** Both members get the bytes of each confirmed photo, and not another photo's (INV-1). */
async function checkPictures(run: Run, pair: TestUser[], photos: Photo[], read: Set<string>): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { sender, outcome, content, mediaId, picture } of photos) {
    if (outcome !== 'ok' || !pair.some(({ id }) => id === sender)) continue
    for (const reader of pair) {
      const name = `${reader.id} ${mediaId}`
      if (read.has(name)) continue
      const operation = { op: 'final photo', key: randomUUID(), caller: reader }
      const input = { params: { id: mediaId }, query: { size: 'thumb' } }
      const { status, bytes } = await attempt(run, operation, getMedia, input)
      if (status === 200 && (await isPictureOf(picture, bytes).catch(() => false))) read.add(name)
      else violations.push({ invariant: 'INV-1', text: `${reader.id} reads photo ${content} as ${status}, or another` })
    }
  }
  return violations
}
