import { expect, test } from 'vitest'
import type { Violation } from './checks/violation.ts'
import { findMutants, type RunMutant } from './find-mutants.ts'
import type { Mutant } from './mutants/mutant.ts'

const RUN_MS = 70_000
const mutant: Mutant = { name: 'lossy', breaks: ['INV-1', 'INV-7'], edits: [] }

/** Searches with runs that each take RUN_MS and see these violations. */
async function find(seen: (Violation[] | Error)[], change: Partial<Mutant> = {}) {
  let clock = 0
  const scales: string[] = []
  const run: RunMutant = async (_mutant, scale, round) => {
    clock += RUN_MS
    scales.push(scale)
    const result = seen[round] ?? []
    if (result instanceof Error) throw result
    return result
  }
  return { ...(await findMutants([{ ...mutant, ...change }], run, () => clock)), scales }
}

test('a violation of a broken invariant in any run within five minutes finds the mutant', async () => {
  const { report, missed, scales } = await find([[], [{ invariant: 'INV-7', text: 'no match' }]])
  expect(missed).toEqual([])
  expect(report).toContain('| lossy | INV-1, INV-7 | 140 s | 2 | INV-7: no match |')
  expect(scales).toEqual(['one', 'two'])
})

test('other violations and failed runs do not count', async () => {
  const noise: Violation[] = [{ invariant: 'INV-8', text: 'slow' }]
  const { report, missed, scales } = await find([noise, new Error('no product'), noise, noise, noise])
  expect(missed).toHaveLength(1)
  expect(report).toContain('**not found** | 4 | INV-8: 1')
  expect(scales).toHaveLength(4)
})

test('when a mutant shows at one scale only, it runs at that scale', async () => {
  expect((await find([], { scale: 'two' })).scales).toEqual(['two', 'two', 'two', 'two'])
})
