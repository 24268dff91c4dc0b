import { errors } from '@zing/proto/errors'
import { createAppeal, reportUser } from '@zing/proto/http/reports'
import { getEvidencePhoto, undoDecision } from '@zing/proto/http/staff/moderation'
import { BAN_CASES_PER_DAY, BAN_MATCHES_PER_DAY, BAN_RECORD_MS } from '@zing/proto/limits'
import { SYSTEM_REPORTER_ID } from '@zing/proto/moderation/cases'
import { sanctionImposed } from '@zing/proto/nats/events'
import { getModerationPage, reportBanMatch } from '@zing/proto/nats/rpc/admin'
import { request } from '@zing/testing/request'
import { describe, expect, test } from 'vitest'
import { deleteOldEvidence } from '../../src/evidence/retention.ts'
import { photoOf } from '../moderation-world.ts'
import { setupModeration } from '../setup-moderation.ts'

const moderation = await setupModeration()
const { auth, users, newUser, newCase, caseOf, cases, evidence, resets, decided, claim, view, queue } = moderation
const { auditEntries, events, outboxesEmpty, appeals, anonymous, background } = moderation
const mia = newUser({ role: 'moderator' })

/** A banned user, and the ban. */
async function newBan() {
  const { reported, caseId } = await newCase({ category: 'scam' })
  const { id } = await decided(mia, caseId, { action: 'ban', reason: 'scam' })
  return { bannedUserId: reported.id, caseId, decisionId: id }
}

interface Match {
  userId: number
  bannedUserId: number
  decisionId: number
  sign?: 'photo' | 'username'
  epoch?: number
}

function match({ userId, bannedUserId, decisionId, sign = 'photo', epoch = 0 }: Match) {
  const matchId = `${userId}:${decisionId}:${sign}`
  return request(auth, reportBanMatch, { matchId, userId, sign, bannedUserId, decisionId, epoch })
}

test('SEC-145 a match opens a case by the system, with evidence and the case of the ban', async () => {
  const { caseId: bannedCase, ...ban } = await newBan()
  const again = newUser({ photo: photoOf(1_000) })
  expect(await match({ userId: again.id, ...ban })).toEqual({ isStored: true })
  const caseId = await caseOf(again)
  const { body } = await view(mia, caseId)
  expect(body).toMatchObject({
    kind: 'report',
    severity: 'high',
    categories: ['ban-evasion'],
    record: null,
    refusal: null,
    reports: [
      {
        reporter: { id: SYSTEM_REPORTER_ID, name: null, username: null },
        category: 'ban-evasion',
        text: null,
        match: { sign: 'photo', caseId: bannedCase },
        evidence: { profile: { username: again.username }, messages: [] },
      },
    ],
  })
  const reportId = body.reports[0]?.id ?? 0
  expect((await mia.fetch(getEvidencePhoto, { id: caseId, reportId })).status).toBe(200)
  expect((await queue(mia, { limit: 50 })).body.find(({ id }) => id === caseId)?.record).toBeNull()
  const entry = (await auditEntries()).find((one) => one.caseId === caseId)
  expect(entry).toMatchObject({
    action: 'report.created',
    actorId: null,
    details: { category: 'ban-evasion', sign: 'photo' },
  })
  expect(events.of(sanctionImposed).filter(({ userId }) => userId === again.id)).toEqual([])
})

test('a match is reported once, even with concurrent calls and after a decision', async () => {
  const { caseId: _, ...ban } = await newBan()
  const again = newUser()
  const before = await evidence.countDocuments()
  await Promise.all([1, 2, 3].map(() => match({ userId: again.id, ...ban })))
  const caseId = await caseOf(again)
  expect((await cases.findOne({ _id: caseId }))?.reports).toHaveLength(1)
  expect(await evidence.countDocuments()).toBe(before + 1)
  await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
  expect(await match({ userId: again.id, ...ban })).toEqual({ isStored: true })
  expect(await cases.countDocuments({ userId: again.id })).toBe(1)
})

test('further matches and reports of users join the open case', async () => {
  const [{ caseId: _one, ...first }, { caseId: _two, ...second }] = [await newBan(), await newBan()]
  const [again, ada] = [newUser(), newUser()]
  await match({ userId: again.id, ...first })
  await match({ userId: again.id, ...first, sign: 'username' })
  await match({ userId: again.id, ...second })
  expect((await ada.report(again, { category: 'fake' })).status).toBe(201)
  const { body } = await view(mia, await caseOf(again))
  expect(body.categories).toEqual(['ban-evasion', 'fake'])
  expect(body.reports.map((report) => report.match?.sign ?? report.reporter.id)).toEqual([
    'photo',
    'username',
    'photo',
    ada.id,
  ])
})

describe('SEC-132 a day has a quota of matches', () => {
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)
  const sameDay = async (one: Match) => expect(await match(one)).toEqual({ isStored: true })

  test('when an account resembles very many banned users, further matches open no case', async () => {
    const again = newUser()
    const bans = []
    for (const _ of times(BAN_MATCHES_PER_DAY + 1)) bans.push(await newBan())
    for (const { caseId: _, ...ban } of bans) await sameDay({ userId: again.id, ...ban })
    const caseId = await caseOf(again)
    expect((await cases.findOne({ _id: caseId }))?.reports).toHaveLength(BAN_MATCHES_PER_DAY)
    await decided(mia, caseId, { action: 'dismiss', reason: 'no-violation' })
    const { caseId: _, ...later } = await newBan()
    await sameDay({ userId: again.id, ...later })
    expect(await cases.countDocuments({ userId: again.id })).toBe(1)

    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await cases.updateOne({ _id: caseId }, { $set: { 'reports.$[].createdAt': yesterday } })
    await sameDay({ userId: again.id, ...later })
    expect(await cases.countDocuments({ userId: again.id, status: 'open' })).toBe(1)
  })

  test('when very many accounts resemble one banned user, further matches open no case', async () => {
    const { caseId: bannedCase, ...ban } = await newBan()
    for (const _ of times(BAN_CASES_PER_DAY + 2)) await sameDay({ userId: newUser().id, ...ban })
    expect(await cases.countDocuments({ 'reports.match.caseId': bannedCase })).toBe(BAN_CASES_PER_DAY)
    const { caseId: _, ...other } = await newBan()
    const again = newUser()
    await sameDay({ userId: again.id, ...other })
    await caseOf(again)
  })
})

test('it stores nothing about a deleted account, or from before a reset', async () => {
  const { caseId: _, ...ban } = await newBan()
  const gone = newUser()
  users.delete(gone.id)
  expect(await match({ userId: gone.id, ...ban })).toEqual({ isStored: false })
  expect(await cases.countDocuments({ userId: gone.id })).toBe(0)

  const again = newUser()
  await resets.insertOne({ _id: 'reset', epoch: 1, waitingFor: [], startedAt: new Date() })
  expect(await match({ userId: again.id, ...ban })).toEqual({ isStored: false })
  expect(await cases.countDocuments({ userId: again.id })).toBe(0)
  await resets.deleteMany({})
})

test('when the case of the ban is deleted, the report names no case', async () => {
  const { caseId: bannedCase, ...ban } = await newBan()
  const again = newUser()
  await match({ userId: again.id, ...ban })
  await cases.deleteOne({ _id: bannedCase })
  expect((await view(mia, await caseOf(again))).body.reports[0]?.match).toEqual({ sign: 'photo', caseId: null })

  const later = newUser()
  await match({ userId: later.id, ...ban })
  expect((await view(mia, await caseOf(later))).body.reports[0]?.match).toEqual({ sign: 'photo', caseId: null })
})

test('users cannot report under the category of the system', async () => {
  const [ada, ben] = [newUser(), newUser()]
  const body = { userId: ben.id, category: 'ban-evasion' }
  const response = await ada.call(reportUser, { body })
  expect([response.status, response.body]).toEqual([
    400,
    errors.invalidRequest({ message: 'Please choose a reason' }).body,
  ])
})

test('a moderator decides such a case like any other', async () => {
  const { caseId: _, ...ban } = await newBan()
  const again = newUser()
  await match({ userId: again.id, ...ban })
  const caseId = await caseOf(again)
  expect((await claim(mia, caseId)).status).toBe(200)
  expect(await decided(mia, caseId, { action: 'ban', reason: 'scam' })).toMatchObject({ action: 'ban' })
})

test('SEC-145 until the evidence ends, each ban event describes the account in all reports', async () => {
  const recognition = { usernameHash: 'n', photoHashes: ['a', 'b'] }
  const [reported, admin] = [newUser({ recognition }), newUser({ role: 'admin' })]
  await newUser().report(reported)
  const changed = users.get(reported.id)
  if (changed) changed.recognition = { usernameHash: 'n', photoHashes: ['b', 'c'] }
  await newUser().report(reported)
  const caseId = await caseOf(reported)
  const { id } = await decided(mia, caseId, { action: 'ban', reason: 'scam' })
  const taken = async () => {
    await outboxesEmpty()
    return events.of(sanctionImposed).filter(({ userId }) => userId === reported.id)
  }
  const all = { decisionId: id, recognition: { usernameHash: 'n', photoHashes: ['a', 'b', 'c'] } }
  expect(await taken()).toMatchObject([all])
  const { items } = await request(auth, getModerationPage, { after: String(caseId - 1) })
  expect(items.find((item) => item.type === 'imposed' && item.userId === reported.id)).toMatchObject(all)

  const token = 'x'.repeat(43)
  appeals.set(token, { userId: reported.id, decisionId: id })
  const appeal = await anonymous.call(createAppeal, { body: { token, text: 'No.' } })
  await decided(newUser({ role: 'moderator' }), appeal.body.id, { action: 'lift', reason: 'mistake' })
  expect((await admin.call(undoDecision, { params: { id: appeal.body.id } })).status).toBe(200)
  expect(await taken()).toMatchObject([all, all])

  await cases.deleteOne({ _id: appeal.body.id })
  await deleteOldEvidence(background, new Date(Date.now() + BAN_RECORD_MS + 1_000))
  expect((await cases.findOne({ _id: caseId }))?.reports.some((report) => report.recognition)).toBe(false)
})

test('when the account is gone, a ban tells the moderator, and publishes the known facts', async () => {
  const reported = newUser({ recognition: { usernameHash: 'n', photoHashes: ['a'] } })
  await newUser().report(reported)
  const caseId = await caseOf(reported)
  users.delete(reported.id)
  expect(await decided(mia, caseId, { action: 'ban', reason: 'scam' })).toMatchObject({ isAccountGone: true })
  expect((await view(mia, caseId)).body.decisions).toMatchObject([{ action: 'ban', isAccountGone: true }])
  await outboxesEmpty()
  const taken = events.of(sanctionImposed).find(({ userId }) => userId === reported.id)
  expect(taken?.recognition?.photoHashes).toEqual(['a'])

  const other = await newCase()
  expect(await decided(mia, other.caseId, { action: 'ban', reason: 'scam' })).not.toHaveProperty('isAccountGone')
  const dismissed = await newCase()
  users.delete(dismissed.reported.id)
  const dismissal = await decided(mia, dismissed.caseId, { action: 'dismiss', reason: 'no-violation' })
  expect(dismissal).not.toHaveProperty('isAccountGone')
})
