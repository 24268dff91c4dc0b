import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { solveChallenge } from './solve-challenge.ts'

const secrets = { hmacSignatureSecret: 'one secret', hmacKeySignatureSecret: 'another secret' }

test.each([0, 1, 70])('it solves a challenge of altcha-lib whose answer is %i (10.door.proof)', async (counter) => {
  const options = { algorithm: 'PBKDF2/SHA-256', cost: 50, counter, deriveKey, ...secrets }
  const proof = await solveChallenge(btoa(JSON.stringify(await createChallenge(options))))
  const { challenge, solution }: Payload = JSON.parse(atob(proof))
  expect(solution.counter).toBe(counter)
  expect(await verifySolution({ challenge, solution, deriveKey, ...secrets })).toMatchObject({ verified: true })
})
