import { expect, test } from 'vitest'
import type { FaultRecord } from '../../history.ts'
import { checkSignOuts, type SignOut } from './sign-outs.ts'

const AT = 20_000
const NOW = 200_000

function signOut(change: Partial<SignOut> = {}): SignOut {
  return { user: 1, at: AT, replays: [], socket: null, ...change }
}
function replayed(afterMs: number, status: number): SignOut {
  return signOut({ replays: [{ op: 'user', from: AT + afterMs, status }] })
}
function withSocket(closedAfterMs: number | null): SignOut {
  return signOut({ socket: { closedAt: closedAfterMs === null ? null : AT + closedAfterMs } })
}
function fault(target: string, from: number, to: number): FaultRecord {
  return { type: 'fault', fault: { kind: 'pause', target, at: 0, ms: 0 }, from, to }
}
function check(one: SignOut, gateways = 1, faults: FaultRecord[] = []): number {
  return checkSignOuts([one], faults, { gateways, now: NOW }).length
}

test('rejections, and calls before the confirmed sign-out, break nothing', () => {
  for (const status of [401, 503, 0]) expect(check(replayed(0, status))).toBe(0)
  expect(check(replayed(-1, 200))).toBe(0)
})

test('INV-10 one gateway never accepts a copied cookie, whatever is unavailable', () => {
  for (const status of [200, 403, 101]) expect(check(replayed(0, status))).toBe(1)
  expect(check(replayed(10, 200), 1, [fault('nats', AT - 5_000, AT + 5_000)])).toBe(1)
})

test('INV-10 another gateway accepts it for 5 s, or for a minute while auth is unavailable', () => {
  expect(check(replayed(4_900, 200), 2)).toBe(0)
  expect(check(replayed(6_001, 200), 2)).toBe(1)
  const unavailable = [fault('nats', AT - 1_000, AT + 90_000)]
  expect(check(replayed(59_000, 200), 2, unavailable)).toBe(0)
  expect(check(replayed(60_001, 200), 2, unavailable)).toBe(1)
  const short = [fault('auth-1', AT - 1_000, AT + 4_000)]
  expect(check(replayed(9_000, 200), 2, short)).toBe(0)
  expect(check(replayed(10_001, 200), 2, short)).toBe(1)
  expect(check(replayed(6_001, 200), 2, [fault('redis', AT - 1_000, AT + 90_000)])).toBe(1)
})

test('INV-10 a socket of the session closes within 2 s, or by a recheck after a fault', () => {
  expect(check(withSocket(1_900))).toBe(0)
  expect(check(withSocket(3_100))).toBe(1)
  expect(check(withSocket(null))).toBe(1)
  const unavailable = [fault('nats', AT - 1_000, AT + 3_000)]
  expect(check(withSocket(30_000), 1, unavailable)).toBe(0)
  expect(check(withSocket(31_100), 1, unavailable)).toBe(1)
  const oneAfterTheOther = [
    ...unavailable,
    fault('chat', AT + 20_000, AT + 25_000),
    fault('auth', AT + 60_000, AT + 62_000),
  ]
  expect(check(withSocket(52_000), 1, oneAfterTheOther)).toBe(0)
  expect(check(withSocket(53_100), 1, oneAfterTheOther)).toBe(1)
  expect(check(withSocket(76_100), 1, [fault('nats', AT, AT + 300_000)])).toBe(1)
})
