import { expect, test } from 'vitest'
import { allowedProcessors, onProcessors, splitProcessors } from './processors.ts'

test.each([
  ['0-3', [0, 1, 2, 3]],
  ['1', [1]],
  ['0-1,6,8-9', [0, 1, 6, 8, 9]],
])('the processors of %s', (list, expected) => {
  expect(allowedProcessors(`Name:\tnode\nCpus_allowed:\tf\nCpus_allowed_list:\t${list}\nThreads:\t1\n`)).toEqual(
    expected,
  )
})

test('when the system has no list, no processors are known', () => {
  expect(allowedProcessors('')).toEqual([])
})

test.each([
  [[0, 1], { product: '0', generator: '1' }],
  [[2, 3, 5], { product: '2,3', generator: '5' }],
  [[0, 1, 2, 3], { product: '0,1', generator: '2,3' }],
  [[4], null],
  [[], null],
])('the processors %j are split', (processors, expected) => {
  expect(splitProcessors(processors)).toEqual(expected)
})

test('taskset binds a command to its processors; without any, the command stays', () => {
  const k6 = { command: 'k6', args: ['run', 'script.js'] }
  expect(onProcessors('1', k6)).toEqual({ command: 'taskset', args: ['--cpu-list', '1', 'k6', 'run', 'script.js'] })
  expect(onProcessors(undefined, k6)).toEqual(k6)
})
