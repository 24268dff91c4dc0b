import type { Nats } from '@zing/kit/nats/connection'
import { createLog } from '@zing/kit/observability/logger'
import { notificationsCleared, pushRestored } from '@zing/proto/nats/broadcasts'
import { beforeEach, expect, test } from 'vitest'
import { type BroadcastToTabs, createTabBroadcaster } from './tab-broadcasts.ts'

let now: number
let published: string[]
let setUp: (isUp: boolean) => void
let broadcastToTabs: BroadcastToTabs
const clear = () => broadcastToTabs(notificationsCleared, { userId: 1 })

beforeEach(() => {
  now = 0
  published = []
  const nc = { publish: (subject: string) => void published.push(subject) }
  let up: typeof nc | null = nc
  let listener: (isUp: boolean) => void = () => {}
  const nats = {
    log: createLog('social-test', 'silent'),
    up: () => up,
    onChange: (added: typeof listener) => {
      listener = added
    },
  } as unknown as Nats // only what is used
  setUp = (isUp) => {
    up = isUp ? nc : null
    listener(isUp)
  }
  broadcastToTabs = createTabBroadcaster(nats, () => now)
})

test('clients refetch after what was not broadcast without NATS, once', () => {
  setUp(false)
  clear()
  setUp(true)
  expect(published).toEqual([pushRestored.subject])
  now += 60_000
  setUp(false)
  setUp(true)
  expect(published).toEqual([pushRestored.subject])
})

test('clients refetch after what was broadcast shortly before the connection was found dead', () => {
  clear()
  now += 5_000
  setUp(false)
  setUp(true)
  expect(published).toEqual([notificationsCleared.subject, pushRestored.subject])
})

test('clients do not refetch if nothing can have been lost', () => {
  clear()
  now += 60_000
  setUp(false)
  now += 60_000
  setUp(true)
  expect(published).toEqual([notificationsCleared.subject])
})
