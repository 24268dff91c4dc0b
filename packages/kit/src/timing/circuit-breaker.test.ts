import { beforeEach, expect, test } from 'vitest'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.ts'

let now: number
let circuit: CircuitBreaker
beforeEach(() => {
  now = 0
  circuit = createCircuitBreaker(1_000, () => now)
})

const fail = () => circuit.run(() => Promise.reject(new Error('timeout')))
const succeed = () => circuit.run(async () => 'result')

test('after a failure, calls fail at once for a second', async () => {
  await expect(fail()).rejects.toThrow('timeout')
  now = 999
  await expect(succeed()).rejects.toMatchObject({ status: 503 })
  now = 1_000
  expect(await succeed()).toBe('result')
  expect(circuit.isOpen()).toBe(false)
})

test('after that second one call at a time probes, and the others fail at once', async () => {
  await expect(fail()).rejects.toThrow()
  now = 1_000
  const response = Promise.withResolvers<string>()
  const probe = circuit.run(() => response.promise)
  expect(circuit.isOpen()).toBe(true)
  await expect(succeed()).rejects.toMatchObject({ status: 503 })
  response.resolve('back')
  expect(await probe).toBe('back')
  expect(await succeed()).toBe('result')
})

test('when a probe fails, the circuit stays open for another second', async () => {
  await expect(fail()).rejects.toThrow()
  now = 1_000
  await expect(fail()).rejects.toThrow('timeout')
  now = 1_999
  expect(circuit.isOpen()).toBe(true)
  now = 2_000
  expect(circuit.isOpen()).toBe(false)
})
