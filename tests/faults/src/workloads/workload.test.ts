import { expect, test } from 'vitest'
import { checkWorkload } from './workload.ts'

test('when a check cannot read its data, that is a violation', async () => {
  const check = () => Promise.reject(new Error('35 cannot read the messages with 31'))
  expect(await checkWorkload({ check })).toEqual([
    { invariant: 'INV-1', text: 'the check failed: Error: 35 cannot read the messages with 31' },
  ])
})
