import { expect, test } from 'vitest'
import { createRandom } from '../random.ts'
import type { Fault } from './fault.ts'
import { FOCUSES, type Focus, PACES, planFaults, type Target } from './plan-faults.ts'

const chat: Target = { name: 'chat', kind: 'chat', isServer: false, servers: ['mongodb', 'nats'], hasSmallDisk: false }
const admin: Target = { ...chat, name: 'admin', kind: 'admin' }
const nats: Target = { name: 'nats-server', kind: 'nats', isServer: true, servers: [], hasSmallDisk: true }
const social: Target = { ...chat, name: 'social', kind: 'social', servers: [] }
const targets = [chat, admin, nats]
const plan = (seed: number, seconds: number, all = targets) => planFaults(createRandom(seed), all, { seconds })
const nameOf = ({ kind, target, server }: Fault) => [kind, target, server].join(' ').trim()

test('the same seed always makes the same plan, and another seed another one', () => {
  expect(plan(7, 120)).toEqual(plan(7, 120))
  expect(plan(7, 120, targets.toReversed())).toEqual(plan(7, 120))
  expect(plan(7, 120)).not.toEqual(plan(8, 120))
})

test('faults follow each other with a quiet time between them', () => {
  const faults = plan(7, 600)
  for (const [index, { at, ms }] of faults.entries()) {
    const next = faults[index + 1]
    if (next) expect(next.at - at - ms).toBeGreaterThanOrEqual(PACES.measured.quietMs[0])
  }
})

test('a long plan has every fault for every process, skews no server and fills small disks only', () => {
  expect([...new Set(plan(7, 3_600).map(nameOf))].toSorted()).toEqual(
    [
      ...['kill', 'pause', 'restart', 'skew'].flatMap((kind) => [`${kind} chat`, `${kind} admin`]),
      ...['cut', 'stall', 'slow', 'lose'].flatMap((kind) =>
        ['chat', 'admin'].flatMap((name) => [`${kind} ${name} mongodb`, `${kind} ${name} nats`]),
      ),
      ...['kill', 'pause', 'restart', 'fill'].map((kind) => `${kind} nats-server`),
    ].toSorted(),
  )
})

test('a focus on media hits its stores, and a bucket also answers 500', () => {
  const s3: Target = { ...nats, name: 's3', kind: 's3' }
  const focus = FOCUSES.media
  const withBucket = [{ ...chat, servers: [...chat.servers, 's3'] }, s3]
  const faults = planFaults(createRandom(7), withBucket, { seconds: 3_600, pace: PACES.dense, focus })
  expect(new Set(faults.filter(({ kind }) => kind === 'fail').map(nameOf))).toEqual(new Set(['fail chat s3']))
  const ofStore = ['kill', 'pause', 'fill'].map((kind) => `${kind} s3`)
  const between = ['cut', 'stall', 'slow', 'lose'].map((kind) => `${kind} chat s3`)
  expect(faults.map(nameOf)).toEqual(expect.arrayContaining([...ofStore, ...between]))
  expect(faults.map(nameOf)).not.toContain('cut chat nats')
})

test('kills and pauses of chat and NATS, full disks and lossy links come more often than others', () => {
  const counts = Map.groupBy(plan(7, 20_000), nameOf)
  const times = (name: string) => counts.get(name)?.length ?? 0
  for (const often of [
    'kill chat',
    'pause chat',
    'kill nats-server',
    'pause nats-server',
    'fill nats-server',
    'lose chat mongodb',
  ]) {
    expect(times(often)).toBeGreaterThan(3 * times('kill admin'))
  }
})

test('two processes of a kind share its faults', () => {
  const two = plan(7, 20_000, [{ ...chat, name: 'chat-1' }, { ...chat, name: 'chat-2' }, admin, nats])
  const killed = two.filter(({ kind, target }) => kind === 'kill' && target.startsWith('chat')).length
  const paused = two.filter(({ kind, target }) => kind === 'pause' && target === 'nats-server').length
  expect(killed / paused).toBeCloseTo(1, 0)
})

test('connections of a gateway to two processes of a service share their faults', () => {
  const cuts = (services: string[], server: string) => {
    const gateway: Target = { ...chat, name: 'gateway', kind: 'gateway', servers: [...services, 'nats'] }
    return plan(7, 20_000, [gateway]).filter((fault) => fault.kind === 'cut' && fault.server?.startsWith(server)).length
  }
  expect(cuts(['chat-1', 'chat-2'], 'chat') / cuts(['chat-1', 'chat-2'], 'nats')).toBeCloseTo(1, 0)
})

test('NATS and social are sometimes killed or paused together', () => {
  const byTime = Map.groupBy(plan(7, 3_600, [chat, social, nats]), ({ at }) => at)
  const together = [...byTime.values()].filter(({ length }) => length > 1)
  expect(new Set(together.map((faults) => faults.map(nameOf).join(' + ')))).toEqual(
    new Set(['kill nats-server + kill social', 'pause nats-server + pause social']),
  )
  expect(together.every(([one, other]) => one?.ms === other?.ms)).toBe(true)
})

test('with a focus only its faults come, and a push host is only killed or paused', () => {
  const host: Target = { name: 'push-host', kind: 'push-host', isServer: false, servers: [], hasSmallDisk: false }
  const all = [...targets, social, host]
  const focused = planFaults(createRandom(7), all, { seconds: 3_600, pace: PACES.dense, focus: FOCUSES['web-pushes'] })
  const single = ['chat', 'nats-server', 'social', 'push-host'].flatMap((name) => [`kill ${name}`, `pause ${name}`])
  expect([...new Set(focused.map(nameOf))].toSorted()).toEqual(single.toSorted())
  expect(plan(7, 3_600, all).map(nameOf)).toContain('kill push-host')
  expect(plan(7, 3_600, all).map(nameOf)).not.toContain('restart push-host')
})

test('a focus on connections leaves out other servers, and its pace bounds the faults', () => {
  const gateway: Target = { ...chat, name: 'gateway', kind: 'gateway', servers: ['chat-1', 'chat-2', 'social', 'nats'] }
  const [one, two] = [
    { ...chat, name: 'chat-1' },
    { ...chat, name: 'chat-2' },
  ]
  const focused = (focus: Focus) =>
    planFaults(createRandom(7), [gateway, one, two, social], { seconds: 600, pace: PACES.dense, focus })
  const names = (focus: Focus) => [...new Set(focused(focus).map(nameOf))].toSorted()
  expect(names(FOCUSES['push-links'])).toEqual(['cut chat-1 nats', 'cut chat-2 nats'])
  expect(names(FOCUSES['message-links'])).toEqual(
    ['lose', 'stall'].flatMap((kind) => ['chat-1', 'chat-2'].map((server) => `${kind} gateway ${server}`)),
  )
  const { longestFaultMs, shortestFaultMs } = FOCUSES['late-requests'].pace
  const times = focused(FOCUSES['late-requests']).map(({ ms }) => ms)
  expect(Math.min(...times)).toBe(shortestFaultMs)
  expect(Math.max(...times)).toBe(longestFaultMs)
})

test('a dense plan has at least twice as many faults, and none is long', () => {
  const dense = planFaults(createRandom(7), targets, { seconds: 600, pace: PACES.dense })
  expect(dense.length).toBeGreaterThan(2 * plan(7, 600).length)
  expect(Math.max(...dense.map(({ ms }) => ms))).toBeLessThanOrEqual(PACES.dense.longestFaultMs)
})
