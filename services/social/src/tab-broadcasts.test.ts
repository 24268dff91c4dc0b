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
  } as unknown as Nats // only the used part
  setUp = (isUp) => {
    up = isUp ? nc : null
    listener(isUp)
  }
  broadcastToTabs = createTabBroadcaster(nats, () => now)
})

test('when broadcasts fail without NATS, clients refetch once', () => {
  setUp(false)
  clear()
  setUp(true)
  expect(published).toEqual([pushRestored.subject])
  now += 60_000
  setUp(false)
  setUp(true)
  expect(published).toEqual([pushRestored.subject])
})

test('when the connection is found dead after a broadcast, clients refetch', () => {
  clear()
  now += 5_000
  setUp(false)
  setUp(true)
  expect(published).toEqual([notificationsCleared.subject, pushRestored.subject])
})

test('when nothing can have been lost, clients do not refetch', () => {
  clear()
  now += 60_000
  setUp(false)
  now += 60_000
  setUp(true)
  expect(published).toEqual([notificationsCleared.subject])
})
