import { beforeEach, expect, test } from 'vitest'
import { createLane, type Lane } from './lane.ts'

let now: number
let started: string[]
let lane: Lane
beforeEach(() => {
  now = 0
  started = []
  lane = createLane({ maxInFlight: 2, maxQueued: 2 }, () => now)
})

function enter(name: string, startBy = 1_000): (() => void) | null {
  return lane.enter({ startBy, start: () => void started.push(name) })
}

test('jobs start at once up to the limit, then in the order of their arrival as others end', () => {
  const [endA, endB] = [enter('a'), enter('b'), enter('c'), enter('d')]
  expect(started).toEqual(['a', 'b'])
  expect([lane.inFlight(), lane.queued()]).toEqual([2, 2])
  endB?.()
  endA?.()
  expect(started).toEqual(['a', 'b', 'c', 'd'])
  expect([lane.inFlight(), lane.queued()]).toEqual([2, 0])
})

test('a full queue takes no further job', () => {
  for (const name of ['a', 'b', 'c', 'd']) expect(enter(name)).not.toBeNull()
  expect(enter('e')).toBeNull()
  expect(lane.queued()).toBe(2)
})

test('a job that is cancelled while it waits never starts and makes room in the queue', () => {
  const [endA, , cancelC] = [enter('a'), enter('b'), enter('c'), enter('d')]
  cancelC?.()
  expect(enter('e')).not.toBeNull()
  endA?.()
  expect(started).toEqual(['a', 'b', 'd'])
})

test('a job that has waited too long is skipped', () => {
  const [endA] = [enter('a'), enter('b'), enter('late', 500), enter('d', 2_000)]
  now = 500
  endA?.()
  expect(started).toEqual(['a', 'b', 'd'])
})

test('a job ends once, however often that is reported', () => {
  const [endA] = [enter('a'), enter('b'), enter('c'), enter('d')]
  endA?.()
  endA?.()
  expect(started).toEqual(['a', 'b', 'c'])
  expect(lane.inFlight()).toBe(2)
})
