import { LASTING_MS } from '@zing/kit/overload/overload'
import { getUser, login, registerUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { MAX_DELAY_MS } from './bounds.ts'
import { LANES } from './lanes.ts'
import { MEDIAN_MIN_COUNT } from './recent-durations.ts'
import { createSharedOverload, MAX_TOOK_MS } from './shared-overload.ts'

const overload = { ms: MAX_DELAY_MS.message, lastsMs: LASTING_MS }
const takes = (ms: number, inFlight = 0) => ({ tookMs: () => ms, inFlight: () => inFlight })
const slow = takes(60_000)
const unknown = 0

function setUp() {
  const clock = { now: 10_000 }
  return { clock, sharedOverload: createSharedOverload(() => clock.now) }
}

test('while a service is overloaded, slow services refuse discovery and pages only', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(sendMessage, overload)
  expect(
    [listUsers, likeUser, login, sendMessage, getUser].map((endpoint) => sharedOverload.mustYield(endpoint, slow)),
  ).toEqual([true, true, true, false, false])
})

test('while a service is overloaded, calls of a fast service go on', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(sendMessage, overload)
  expect(sharedOverload.mustYield(listUsers, takes(MAX_TOOK_MS))).toBe(false)
  expect(sharedOverload.mustYield(listUsers, takes(MAX_TOOK_MS + 1))).toBe(true)
})

test('while the speed of a service is unknown, it accepts a few calls at a time', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(sendMessage, overload)
  expect(sharedOverload.mustYield(listUsers, takes(unknown, MEDIAN_MIN_COUNT - 1))).toBe(false)
  expect(sharedOverload.mustYield(listUsers, takes(unknown, MEDIAN_MIN_COUNT))).toBe(true)
  expect(sharedOverload.mustYield(sendMessage, takes(unknown, MEDIAN_MIN_COUNT))).toBe(false)
})

test('registrations and logins that queue do not count as overload of shared parts', () => {
  const { sharedOverload } = setUp()
  for (const endpoint of [registerUser, login]) sharedOverload.observe(endpoint, overload)
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(registerUser, { ...overload, ms: (LANES.registration.maxDelayMs ?? 0) + 1 })
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(true)
})

test('a slow service serves all calls without an overload, and after a burst', () => {
  const { clock, sharedOverload } = setUp()
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(sendMessage, { ...overload, lastsMs: 0 })
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(sendMessage, overload)
  clock.now += 1_000
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
})
