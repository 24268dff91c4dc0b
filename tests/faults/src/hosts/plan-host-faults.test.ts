import { expect, test } from 'vitest'
import { HOST_FAULT_KINDS } from '../nemesis/fault.ts'
import { createRandom } from '../random.ts'
import { EVERY_MS, planHostFaults } from './plan-host-faults.ts'

const HOSTS = ['host-1', 'host-2', 'host-3']
const plan = (seed: number, seconds = 270) => planHostFaults(createRandom(seed), HOSTS, seconds)

test('the same seed always makes the same plan, and another seed another one', () => {
  expect(plan(7)).toEqual(plan(7))
  expect(plan(7)).not.toEqual(plan(8))
})

test('the quick plan has one fault of each kind, then kills two hosts at once', () => {
  const faults = plan(7)
  const [last, ...others] = faults.slice(-2)
  expect(
    faults
      .slice(0, -2)
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual([...HOST_FAULT_KINDS].toSorted())
  expect(last).toMatchObject({ kind: 'kill' })
  expect(others).toEqual([{ ...last, target: others[0]?.target }])
  expect(last?.target).not.toBe(others[0]?.target)
})

test('faults begin 30 s apart and end before the next, and a cut is between two hosts', () => {
  for (const { at, ms, target, server } of plan(7, 3_600)) {
    expect(at % EVERY_MS).toBe(0)
    expect(ms).toBeLessThan(EVERY_MS)
    expect(server).not.toBe(target)
  }
})
