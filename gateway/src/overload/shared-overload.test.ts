import { LASTING_MS } from '@zing/kit/overload/overload'
import { getUser, login, registerUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { MAX_DELAY_MS, maxTookOf } from './bounds.ts'
import { LANES } from './lanes.ts'
import { MEDIAN_MIN_COUNT } from './recent-durations.ts'
import { createSharedOverload } from './shared-overload.ts'

const overload = { ms: MAX_DELAY_MS.message, lastsMs: LASTING_MS }
const takes = (ms: number, inFlight = 0) => ({ tookMs: () => ms, inFlight: () => inFlight })
const slow = takes(60_000)
const unknown = 0

function setUp() {
  const clock = { now: 10_000 }
  return { clock, sharedOverload: createSharedOverload(() => clock.now) }
}

test('while a service is overloaded, discovery and pages of slow services are refused, sessions and messages are not', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(sendMessage, overload)
  expect(
    [listUsers, likeUser, sendMessage, getUser].map((endpoint) => sharedOverload.mustYield(endpoint, slow)),
  ).toEqual([true, true, false, false])
})

test('discovery yields earlier than pages, and calls of a fast service go on', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(sendMessage, overload)
  const between = (maxTookOf(listUsers) + maxTookOf(likeUser)) / 2
  expect([
    sharedOverload.mustYield(listUsers, takes(between)),
    sharedOverload.mustYield(likeUser, takes(between)),
  ]).toEqual([true, false])
  expect(sharedOverload.mustYield(listUsers, takes(maxTookOf(listUsers)))).toBe(false)
})

test('while it is unknown how slow a service is, a few calls at a time find out', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(sendMessage, overload)
  expect(sharedOverload.mustYield(listUsers, takes(unknown, MEDIAN_MIN_COUNT - 1))).toBe(false)
  expect(sharedOverload.mustYield(listUsers, takes(unknown, MEDIAN_MIN_COUNT))).toBe(true)
  expect(sharedOverload.mustYield(sendMessage, takes(unknown, MEDIAN_MIN_COUNT))).toBe(false)
})

test('registrations and logins that wait for each other are no overload of what others use', () => {
  const { sharedOverload } = setUp()
  for (const endpoint of [registerUser, login]) sharedOverload.observe(endpoint, overload)
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(registerUser, { ...overload, ms: (LANES.registration.maxDelayMs ?? 0) + 1 })
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(true)
})

test('a login yields by the time it takes, not by the seconds that it may wait', () => {
  const { sharedOverload } = setUp()
  const { maxTookMs, maxDelayMs } = LANES.login
  sharedOverload.observe(sendMessage, overload)
  expect(maxTookMs).toBeLessThan(maxDelayMs ?? 0)
  expect(sharedOverload.mustYield(login, takes(maxTookMs ?? 0))).toBe(false)
  expect(sharedOverload.mustYield(login, takes((maxTookMs ?? 0) + 1))).toBe(true)
})

test('a service that is slow without an overload serves all calls, as does one after a burst', () => {
  const { clock, sharedOverload } = setUp()
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(sendMessage, { ...overload, lastsMs: 0 })
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(sendMessage, overload)
  clock.now += 1_000
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
})
