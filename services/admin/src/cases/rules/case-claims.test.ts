import { CASE_CLAIM_MAX_MS, CASE_LEASE_MS } from '@zing/proto/limits'
import { describe, expect, test } from 'vitest'
import { admin, apply, at, before, codeOf, held, mia, noah, open } from '../../../test/cases/case-fixtures.ts'
import { withClaim, withoutClaim } from './case-claims.ts'

const after = (ms: number) => new Date(at.getTime() + ms)

test('a free case and one whose claim has ended can be claimed, another one cannot', () => {
  const claim = { userId: noah.userId, until: after(CASE_LEASE_MS), since: at, reportIds: [10] }
  expect(withClaim(open, noah, at).set).toEqual({ claim })
  expect(
    withClaim({ ...held, claim: { userId: mia.userId, until: at, since: before(1), reportIds: [10] } }, noah, at).set,
  ).toEqual({ claim })
  expect(codeOf(() => withClaim(held, noah, at))).toBe('CASE_CLAIMED')
  expect(codeOf(() => withClaim({ ...open, status: 'closed' }, noah, at))).toBe('CASE_CLOSED')
})

test('a renewal is no new entry of the audit log, and only the own claim is given back', () => {
  expect([withClaim(open, mia, at).events.length, withClaim(held, mia, at).events.length]).toEqual([1, 0])
  expect(withoutClaim(held, mia, at)?.set).toEqual({ claim: { ...held.claim, until: at } })
  expect([withoutClaim(held, noah, at), withoutClaim(open, mia, at)]).toEqual([null, null])
})

test('an admin ends the claim of another moderator, which the audit log shows', () => {
  const ended = withoutClaim(held, admin, at)
  expect(ended?.set).toEqual({ claim: { ...held.claim, until: at } })
  expect(ended?.events[0]?.payload).toMatchObject({
    action: 'case.released',
    actorId: admin.userId,
    details: { claimedBy: String(mia.userId) },
  })
})

describe('the time for which a moderator can hold a case', () => {
  /** Claims the case every `stepMs` and gives it back each time if `isReleased`; returns the last end. */
  function holdOn(stepMs: number, isReleased = false): Date {
    let [stored, ms] = [open, 0]
    for (; ms < CASE_CLAIM_MAX_MS; ms += stepMs) {
      stored = apply(stored, withClaim(stored, mia, after(ms)))
      const released = isReleased && withoutClaim(stored, mia, after(ms + 1))
      if (released) stored = apply(stored, released)
    }
    expect(codeOf(() => withClaim(stored, mia, after(Math.max(ms, CASE_CLAIM_MAX_MS))))).toBe('CLAIM_SPENT')
    return stored.claim?.until ?? at
  }

  test('it is bounded, also by claims that end or are given back in between', () => {
    expect(holdOn(CASE_LEASE_MS / 3)).toEqual(after(CASE_CLAIM_MAX_MS))
    expect(holdOn(CASE_LEASE_MS + 60_000)).toEqual(after(CASE_CLAIM_MAX_MS))
    holdOn(CASE_LEASE_MS / 3, true)
  })

  test('it begins anew after a pause, and another moderator can take the case at once', () => {
    const claim = { userId: mia.userId, since: at, until: after(CASE_CLAIM_MAX_MS), reportIds: [10] }
    const spent = { ...open, claim }
    const end = CASE_CLAIM_MAX_MS
    expect(codeOf(() => withClaim(spent, mia, after(end + CASE_LEASE_MS - 1)))).toBe('CLAIM_SPENT')
    const again = after(end + CASE_LEASE_MS)
    expect(withClaim(spent, mia, again).set.claim).toMatchObject({ userId: mia.userId, since: again })
    expect(withClaim(spent, noah, after(end)).set.claim).toMatchObject({ userId: noah.userId, since: after(end) })
  })
})
