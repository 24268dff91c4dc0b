import { AppError } from '@zing/proto/errors'
import { expect, test } from 'vitest'
import { NEVER, requireNotSuspended, restrictionOf, suspendedUntil } from './suspension.ts'

const end = new Date('2026-01-02T00:00:00.000Z')
const before = new Date(end.getTime() - 1)
const week = { decisionId: 1, reason: 'hate' as const, text: 'No.', until: end, appealToken: 'token' }
const ban = { ...week, decisionId: 2, until: null, text: null, appealToken: null }
const suspended = { _id: 7, restrictions: [week] }
const banned = { _id: 7, restrictions: [ban] }
const dataTokens = { sign: (userId: number) => `token of ${userId}`, read: () => null }

test('a suspension ends at its end, a ban never, and a user without one is not suspended', () => {
  expect([restrictionOf(suspended, before), restrictionOf(suspended, end)]).toEqual([week, null])
  expect(restrictionOf(banned, new Date('2999-01-01'))).toEqual(ban)
  expect([restrictionOf({}, before), restrictionOf({ restrictions: [] }, before)]).toEqual([null, null])
})

test('when there are several suspensions, the last to end counts, in any order', () => {
  const day = { ...week, decisionId: 3, until: before }
  const early = new Date(0)
  expect(restrictionOf({ restrictions: [day, week] }, early)).toEqual(week)
  expect(restrictionOf({ restrictions: [ban, week, day] }, early)).toEqual(ban)
  expect(restrictionOf({ restrictions: [day, week] }, before)).toEqual(week)
})

test('others see the end of a suspension, and nothing once it is over', () => {
  expect(suspendedUntil(suspended, before)).toBe(end.toISOString())
  expect(suspendedUntil(suspended, end)).toBeNull()
  expect(suspendedUntil(banned, end)).toBe('9999-12-31T23:59:59.999Z')
  expect(suspendedUntil({}, end)).toBeNull()
})

function refusalOf(user: Parameters<typeof requireNotSuspended>[1], at: Date) {
  try {
    requireNotSuspended({ dataTokens }, user, at)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { status: error.status, ...error.body }
  }
}

test('a suspended user is refused with reason, end and tokens, a banned user without an end', () => {
  expect(refusalOf(suspended, before)).toEqual({
    status: 403,
    code: 'SUSPENDED',
    message: 'Your account is suspended',
    suspension: {
      ...{ reason: 'hate', text: 'No.', until: end.toISOString(), appeal: null },
      ...{ appealToken: 'token', dataToken: 'token of 7' },
    },
  })
  expect(refusalOf(banned, before)).toMatchObject({
    message: 'Your account has been closed by the moderators',
    suspension: { until: null, text: null, appealToken: null, appeal: { status: 'open', text: null } },
  })
  const endless = { ...week, until: new Date(NEVER) }
  expect(refusalOf({ _id: 7, restrictions: [endless] }, end)).toMatchObject({
    message: 'Your account is suspended',
    suspension: { until: null, isEndless: true },
  })
  expect([refusalOf(suspended, end), refusalOf({ _id: 7 }, before)]).toEqual([null, null])
})

test('what became of an appeal is told: nothing yet, or that it was refused and why', () => {
  const appealed = { ...week, appealToken: null }
  const refused = { ...appealed, appealRefusedAt: before, appealAnswer: 'We have looked again.' }
  const appealOf = (restriction: typeof week | typeof appealed) =>
    refusalOf({ _id: 7, restrictions: [restriction] }, before)?.suspension?.appeal
  expect(
    [week, appealed, refused, { ...refused, appealAnswer: null }, { ...refused, appealRefusedAt: null }].map(appealOf),
  ).toEqual([
    null,
    { status: 'open', text: null },
    { status: 'refused', text: 'We have looked again.' },
    { status: 'refused', text: null },
    { status: 'open', text: null },
  ])
})
