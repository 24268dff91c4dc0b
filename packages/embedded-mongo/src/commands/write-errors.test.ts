import { expect, test } from 'vitest'
import { eachStatement } from './write-errors.ts'

test('a command of one statement is one step, which a full disk rejects as a whole', () => {
  const run: number[] = []
  expect(eachStatement([7], true, (statement) => run.push(statement)).next()).toEqual({ done: true, value: {} })
  expect(run).toEqual([7])
})

test('each statement is a step, and an ordered command ends at its first error', () => {
  const run: number[] = []
  const steps = eachStatement([1, 2, 3], true, (statement) => {
    run.push(statement)
    if (statement === 2) throw new Error('refused')
  })
  expect(steps.next()).toEqual({ done: false, value: undefined })
  expect(steps.next()).toMatchObject({ done: true, value: { writeErrors: [{ index: 1 }] } })
  expect(run).toEqual([1, 2])
})

test('statements after an error run, unless they are ordered', () => {
  const run: number[] = []
  const steps = eachStatement([1, 2], false, (statement) => {
    run.push(statement)
    if (statement === 1) throw new Error('refused')
  })
  expect([...steps]).toHaveLength(1)
  expect(run).toEqual([1, 2])
})
