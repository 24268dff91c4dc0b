import { dismissReports } from '@zing/proto/http/staff/moderation'
import { DISMISSALS_MAX, REPORTS_PER_DAY } from '@zing/proto/limits'
import { describe, expect, test } from 'vitest'
import { setupModeration } from '../setup-moderation.ts'

const { newUser, newCase, queue, claim, view, cases, caseOf, auditEntries, related } = await setupModeration()
const mia = newUser({ role: 'moderator' })

test('SEC-132 thirty reports by accounts a minute old do not come before a later threat', async () => {
  const createdAt = new Date(Date.now() - 60_000)
  for (const attacker of [1, 2, 3].map(() => newUser({ createdAt })))
    for (let n = 0; n < REPORTS_PER_DAY; n++)
      expect((await attacker.report(newUser(), { category: 'underage' })).status).toBe(201)
  const threat = await newCase({ category: 'threats' })
  const { body } = await queue(mia, { limit: 50 })
  expect(body).toHaveLength(31)
  expect(body[0]?.id).toBe(threat.caseId)
})

describe('SEC-132 all reports of one user are dismissed in one act', () => {
  const dismissAll = ({ call }: typeof mia, { id }: { id: number }, body: object = {}) =>
    call(dismissReports, { params: { userId: id }, body })
  const stored = async (id: number) => await cases.findOne({ _id: id })

  /** Open cases that only this user has reported. */
  async function reportedBy(reporter: ReturnType<typeof newUser>, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let n = 0; n < count; n++) {
      const reported = newUser()
      expect((await reporter.report(reported)).status).toBe(201)
      ids.push(await caseOf(reported))
    }
    return ids
  }

  test('it closes open cases of this reporter alone, audits each, and counts false reports', async () => {
    const attacker = newUser()
    const ids = await reportedBy(attacker, 3)
    const { status, body } = await dismissAll(mia, attacker)
    expect([status, body]).toEqual([200, { caseIds: expect.any(Array), hasMore: false }])
    expect(body.caseIds.toSorted()).toEqual(ids.toSorted())
    for (const id of ids)
      expect(await stored(id)).toMatchObject({
        status: 'closed',
        claim: null,
        decisions: [{ action: 'dismiss', reason: 'false-report', decidedBy: mia.id }],
      })
    const entries = (await auditEntries()).filter(
      ({ action, caseId }) => action === 'case.decided' && ids.includes(caseId ?? 0),
    )
    expect(entries).toHaveLength(3)
    expect(entries[0]).toMatchObject({
      actorId: mia.id,
      details: { action: 'dismiss', reporterId: String(attacker.id) },
    })
    expect((await dismissAll(mia, attacker)).body).toEqual({ caseIds: [], hasMore: false }) // repeated
    const again = await reportedBy(attacker, 1)
    const record = (await view(mia, again[0] ?? 0)).body.reports[0]?.record
    expect(record).toMatchObject({ reports: 4, dismissed: 3, false: 3 })
  })

  test('cases stay open if others reported or hold them, or if only others may decide', async () => {
    const [attacker, noah] = [newUser(), newUser({ role: 'moderator' })]
    const [shared = 0, claimed = 0, ofMatch = 0, free = 0] = await reportedBy(attacker, 4)
    const reported = (await stored(shared))?.userId ?? 0
    await newUser().report({ id: reported })
    await claim(noah, claimed)
    const matched = (await stored(ofMatch))?.userId ?? 0
    related.add(matched)
    const colleague = newUser({ role: 'moderator' })
    await attacker.report(colleague)
    await attacker.report(mia)
    expect((await dismissAll(mia, attacker)).status).toBe(403) // they have reported her
    await cases.deleteOne({ userId: mia.id })
    const { body } = await dismissAll(mia, attacker, { reason: 'no-violation' })
    expect(body.caseIds).toEqual([free])
    expect(await stored(free)).toMatchObject({ decisions: [{ reason: 'no-violation' }] })
    for (const id of [shared, claimed, ofMatch, await caseOf(colleague)])
      expect((await stored(id))?.status).toBe('open')
    related.delete(matched)
  })

  test('one call dismisses a bounded number of cases, and says that there are more', async () => {
    const attacker = newUser()
    const [id = 0] = await reportedBy(attacker, 1)
    const example = await stored(id)
    if (!example) throw new Error('no case')
    const copies = Array.from({ length: DISMISSALS_MAX }, (_, index) => ({
      ...example,
      ...{ _id: 1_000_000 + index, userId: 2_000_000 + index, outbox: [] },
    }))
    await cases.insertMany(copies)
    const first = (await dismissAll(mia, attacker)).body
    expect([first.caseIds.length, first.hasMore]).toEqual([DISMISSALS_MAX, true])
    const second = (await dismissAll(mia, attacker)).body
    expect([second.caseIds.length, second.hasMore]).toEqual([1, false])
  })

  test('a moderator dismisses neither own reports nor reports by a match', async () => {
    const ada = newUser()
    related.add(ada.id)
    const refused = [403, expect.objectContaining({ code: 'CASE_REFUSED' })]
    for (const response of [await dismissAll(mia, mia), await dismissAll(mia, ada)])
      expect([response.status, response.body]).toEqual(refused)
    related.delete(ada.id)
  })
})
