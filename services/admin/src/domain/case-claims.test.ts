import { CASE_LEASE_MS } from '@zing/proto/limits'
import { expect, test } from 'vitest'
import { at, codeOf, held, mia, noah, open } from '../../test/case-fixtures.ts'
import { withClaim, withoutClaim } from './case-claims.ts'

test('a free case and one whose claim has ended can be claimed, another one cannot', () => {
  const claim = { userId: noah.userId, until: new Date(at.getTime() + CASE_LEASE_MS), reportIds: [10] }
  expect(withClaim(open, noah, at).set).toEqual({ claim })
  expect(withClaim({ ...held, claim: { userId: mia.userId, until: at } }, noah, at).set).toEqual({ claim })
  expect(codeOf(() => withClaim(held, noah, at))).toBe('CASE_CLAIMED')
  expect(codeOf(() => withClaim({ ...open, status: 'closed' }, noah, at))).toBe('CASE_CLOSED')
})

test('a renewal is no new entry of the audit log, and only the own claim is given back', () => {
  expect([withClaim(open, mia, at).events.length, withClaim(held, mia, at).events.length]).toEqual([1, 0])
  expect(withoutClaim(held, mia, at)?.set).toEqual({ claim: null })
  expect([withoutClaim(held, noah, at), withoutClaim(open, mia, at)]).toEqual([null, null])
})
