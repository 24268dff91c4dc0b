import { expect, test } from 'vitest'
import { freePort } from './free-port.ts'

test('a port is given once, also while no process listens on it', async () => {
  const ports: number[] = []
  for (let count = 0; count < 1_000; count++) ports.push(await freePort()) // of 12,000: some would come twice
  expect(new Set(ports).size).toBe(1_000)
})
