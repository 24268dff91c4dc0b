import { isOverloaded, LASTING_MS } from '@zing/kit/overload/overload'
import type { Priority } from '@zing/proto/endpoint'
import { login } from '@zing/proto/http/auth'
import { sendMessage } from '@zing/proto/http/chat'
import { expect, test } from 'vitest'
import { MAX_DELAY_MS, maxDelayOf } from './bounds.ts'
import { LANES } from './lanes.ts'

const PRIORITIES: Priority[] = ['session', 'message', 'page', 'discovery']

test('the longer the delay, the more is refused: first discovery, never sessions', () => {
  const refusedAt = (ms: number) =>
    PRIORITIES.filter((priority) => isOverloaded({ ms, lastsMs: LASTING_MS }, MAX_DELAY_MS[priority]))
  expect(refusedAt(MAX_DELAY_MS.discovery + 1)).toEqual(['discovery'])
  expect(refusedAt(MAX_DELAY_MS.page + 1)).toEqual(['page', 'discovery'])
  expect(refusedAt(MAX_DELAY_MS.message + 1)).toEqual(['message', 'page', 'discovery'])
  expect(refusedAt(60_000)).toEqual(['message', 'page', 'discovery'])
})

test('a lane for slow work has its own bound', () => {
  expect([maxDelayOf(sendMessage), maxDelayOf(login)]).toEqual([MAX_DELAY_MS.message, LANES.login.maxDelayMs])
})
