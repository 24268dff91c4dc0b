import { randomBytes } from 'node:crypto'
import { createAppeal } from '@zing/proto/http/reports'
import { undoDecision } from '@zing/proto/http/staff/moderation'
import {
  appealCreated,
  type EventContract,
  type EventOf,
  sanctionImposed,
  sanctionLifted,
} from '@zing/proto/nats/events'
import { getModerationPage, type ModerationItem } from '@zing/proto/nats/rpc/admin'
import { request } from '@zing/testing/request'
import { expect, test } from 'vitest'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { newUser, newCase, claim, decided, appeals, anonymous, events, cases, outboxesEmpty } = moderation
const [mia, noah] = [newUser({ role: 'moderator' }), newUser({ role: 'moderator' })]
const admin = newUser({ role: 'admin' })
const DAY_MS = 24 * 60 * 60 * 1_000

/** The items of all pages about a user, as auth gets them. */
async function itemsAbout({ id }: { id: number }): Promise<ModerationItem[]> {
  const items: ModerationItem[] = []
  for (let after: string | null = ''; after !== null; ) {
    const page: { items: ModerationItem[]; next: string | null } = await request(moderation.auth, getModerationPage, {
      after,
    })
    items.push(...page.items)
    after = page.next
  }
  return items.filter(({ userId }) => userId === id)
}

/** The last event of a contract about a user, as an item. */
async function lastEvent(contract: EventContract, { id: userId }: { id: number }) {
  await outboxesEmpty()
  const about = events.of(contract) as (EventOf<typeof appealCreated> & { userId: number })[]
  const found = about.filter((event) => event.userId === userId).at(-1)
  if (!found) throw new Error(`no ${contract.subject} about user ${userId}`)
  const { id: _id, rev: _rev, ...said } = found
  return said
}

const undo = async (id: number) => expect((await admin.call(undoDecision, { params: { id } })).status).toBe(200)

async function appealAgainst(decision: { id: number }, userId: number): Promise<number> {
  const token = randomBytes(32).toString('base64url')
  appeals.set(token, { userId, decisionId: decision.id })
  return (await anonymous.call(createAppeal, { body: { token, text: 'That was not me.' } })).body.id
}

test('a case is open until it is decided, and a claim changes nothing but its rev', async () => {
  const { reported, caseId } = await newCase()
  const open = { type: 'case', userId: reported.id, caseId, rev: 2, isOpen: true, epoch: 0 }
  expect(await itemsAbout(reported)).toEqual([{ ...open, rev: 1, isOpen: false }]) // one minor report
  await newUser().report(reported)
  expect(await itemsAbout(reported)).toEqual([open])
  await claim(mia, caseId)
  expect(await itemsAbout(reported)).toEqual([{ ...open, rev: 3 }])
  await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
  expect(await itemsAbout(reported)).toMatchObject([{ type: 'case', isOpen: false }])
})

test('decisions, appeals and undos have the state of their last events', async () => {
  const { reported, caseId } = await newCase({ category: 'threats' })
  const decision = await decided(mia, caseId, { action: 'suspend', reason: 'threats', days: 30, text: 'Stop it.' })
  const sanctions = async () => (await itemsAbout(reported)).filter(({ type }) => type !== 'case')
  const taken = { type: 'imposed', ...(await lastEvent(sanctionImposed, reported)) }
  expect(taken).toMatchObject({ decisionId: decision.id, action: 'suspend', text: 'Stop it.' })
  expect(await sanctions()).toEqual([taken])

  const appealId = await appealAgainst(decision, reported.id)
  const appealed = { type: 'appealed', ...(await lastEvent(appealCreated, reported)) }
  expect(await sanctions()).toEqual([taken, appealed])

  await decided(noah, appealId, { action: 'uphold', reason: 'threats' })
  const upheld = { type: 'imposed', ...(await lastEvent(sanctionImposed, reported)) }
  expect(upheld).toMatchObject({ action: 'uphold', appealedId: decision.id })
  expect(await sanctions()).toEqual([taken, appealed, upheld])

  await undo(appealId)
  const openAgain = { type: 'appealed', ...(await lastEvent(appealCreated, reported)) }
  expect(await sanctions()).toEqual([taken, openAgain])

  await decided(noah, appealId, { action: 'lift', reason: 'mistake' })
  expect(await sanctions()).toEqual([{ type: 'lifted', ...(await lastEvent(sanctionLifted, reported)) }])

  await undo(appealId)
  const takenAgain = { type: 'imposed', ...(await lastEvent(sanctionImposed, reported)) }
  const openOnceMore = { type: 'appealed', ...(await lastEvent(appealCreated, reported)) }
  expect(await sanctions()).toEqual([takenAgain, openOnceMore])

  await undo(caseId)
  expect(await sanctions()).toEqual([{ type: 'lifted', ...(await lastEvent(sanctionLifted, reported)) }])
})

test('it repeats a ban for ever, a suspension until its end, and a warning for a week', async () => {
  const typesAfterDays = async (body: object, days: number) => {
    const { reported, caseId } = await newCase()
    await decided(mia, caseId, { reason: 'harassment', ...body })
    await outboxesEmpty()
    const decidedAt = new Date(Date.now() - days * DAY_MS)
    const stored = await cases.findOne({ _id: caseId })
    const until = stored?.decisions[0]?.until
    const earlier = until ? new Date(until.getTime() - days * DAY_MS) : null
    await cases.updateOne(
      { _id: caseId },
      { $set: { 'decisions.0.decidedAt': decidedAt, 'decisions.0.until': earlier } },
    )
    return (await itemsAbout(reported)).map(({ type }) => type)
  }
  expect(await typesAfterDays({ action: 'ban' }, 400)).toEqual(['case', 'imposed'])
  expect(await typesAfterDays({ action: 'suspend', days: 30 }, 29)).toEqual(['case', 'imposed'])
  expect(await typesAfterDays({ action: 'suspend', days: 30 }, 31)).toEqual(['case'])
  expect(await typesAfterDays({ action: 'warn' }, 6)).toEqual(['case', 'imposed'])
  expect(await typesAfterDays({ action: 'warn' }, 8)).toEqual(['case'])
})

test('pages list cases in the order of their ids, and none from before a reset', async () => {
  const { reported, caseId } = await newCase()
  const stored = await cases.findOne({ _id: caseId })
  if (!stored) throw new Error('no case')
  const copies = Array.from({ length: 120 }, (_, index) => ({
    ...stored,
    ...{ _id: 1_000_000 + index, userId: 2_000_000 + index, outbox: [], epoch: index === 0 ? -1 : 0 },
  }))
  await cases.insertMany(copies)
  const { items, next } = await request(moderation.auth, getModerationPage, { after: '1000000' })
  expect(items.map(({ userId }) => userId)).toEqual(copies.slice(1, 51).map(({ userId }) => userId))
  expect(next).toBe('1000050')
  expect(await itemsAbout({ id: 2_000_119 })).toHaveLength(1)
  expect(await itemsAbout({ id: 2_000_000 })).toEqual([])
  expect(await itemsAbout(reported)).toHaveLength(1)
})
