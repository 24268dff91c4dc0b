import { AppError } from '@zing/kit/errors'
import { expect, test } from 'vitest'
import { isSuspended, requireNotSuspended, suspendedUntil } from './suspension.ts'

const end = new Date('2026-01-02T00:00:00.000Z')
const before = new Date(end.getTime() - 1)
const suspension = {
  restriction: { decisionId: 1, reason: 'hate' as const, text: 'No.', until: end, appealToken: 'token' },
}
const ban = { restriction: { ...suspension.restriction, until: null, text: null, appealToken: null } }

test('a suspension ends at its end, a ban never, and a user without one is not suspended', () => {
  expect([isSuspended(suspension, before), isSuspended(suspension, end)]).toEqual([true, false])
  expect(isSuspended(ban, new Date('2999-01-01'))).toBe(true)
  expect(isSuspended({}, before)).toBe(false)
})

test('others see until when a user is hidden, and nothing once that is over', () => {
  expect(suspendedUntil(suspension, before)).toBe(end.toISOString())
  expect(suspendedUntil(suspension, end)).toBeNull()
  expect(suspendedUntil(ban, end)).toBe('9999-12-31T23:59:59.999Z')
  expect(suspendedUntil({}, end)).toBeNull()
})

function refusalOf(user: Parameters<typeof requireNotSuspended>[0], at: Date) {
  try {
    requireNotSuspended(user, at)
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { status, code, message, suspension } = error
    return { status, code, message, suspension }
  }
}

test('a suspended user is refused with reason, end and appeal token, a banned one without an end', () => {
  expect(refusalOf(suspension, before)).toEqual({
    status: 403,
    code: 'SUSPENDED',
    message: 'Your account is suspended',
    suspension: { reason: 'hate', text: 'No.', until: end.toISOString(), appealToken: 'token' },
  })
  expect(refusalOf(ban, before)).toMatchObject({
    message: 'Your account has been closed by the moderators',
    suspension: { until: null, text: null, appealToken: null },
  })
  expect([refusalOf(suspension, end), refusalOf({}, before)]).toEqual([null, null])
})
