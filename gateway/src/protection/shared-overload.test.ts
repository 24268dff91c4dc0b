import { LASTING_MS } from '@zing/kit/overload/overload'
import { getUser } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { likeUser, listUsers } from '@zing/proto/http/social'
import { expect, test } from 'vitest'
import { MAX_DELAY_MS } from './overload.ts'
import { createSharedOverload } from './shared-overload.ts'

const overload = { ms: MAX_DELAY_MS.message, lastsMs: LASTING_MS }
const takes = (ms: number) => () => ms
const slow = takes(60_000)

function setUp() {
  const clock = { now: 10_000 }
  return { clock, sharedOverload: createSharedOverload(() => clock.now) }
}

test('while a service is overloaded, discovery and pages of slow services are refused, sessions and messages are not', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(overload)
  expect(
    [listUsers, likeUser, sendMessage, getUser].map((endpoint) => sharedOverload.mustYield(endpoint, slow)),
  ).toEqual([true, true, false, false])
})

test('discovery yields earlier than pages, and calls of a fast service go on', () => {
  const { sharedOverload } = setUp()
  sharedOverload.observe(overload)
  const between = (MAX_DELAY_MS.discovery + MAX_DELAY_MS.page) / 2
  expect([
    sharedOverload.mustYield(listUsers, takes(between)),
    sharedOverload.mustYield(likeUser, takes(between)),
  ]).toEqual([true, false])
  expect(sharedOverload.mustYield(listUsers, takes(MAX_DELAY_MS.discovery))).toBe(false)
})

test('a service that is slow without an overload serves all calls, as does one after a burst', () => {
  const { clock, sharedOverload } = setUp()
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe({ ...overload, lastsMs: 0 })
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
  sharedOverload.observe(overload)
  clock.now += 1_000
  expect(sharedOverload.mustYield(listUsers, slow)).toBe(false)
})
