import { hkdfSync, type KeyObject, randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Price } from './price.ts'

/** A solved challenge. */
export interface Proof {
  /** Unique: the nonce of the challenge. */
  id: string
  expiresAt: Date
}

export interface Proofs {
  /** Returns a signed challenge: base64 of altcha's JSON. */
  issue(price: Exclude<Price, 'none'>): Promise<string>
  /** Returns null unless the proof is right, of a challenge of ours, and in time. */
  read(text: string): Promise<Proof | null>
}

/**
 * A challenge stays good for this time although the price rises meanwhile. The user does not pay again because others
 * have come.
 */
const CHALLENGE_MS = 10 * 60 * 1_000
const ALGORITHM = 'PBKDF2/SHA-256'
/** Iterations of one derivation: about 2 ms of a server, which makes one for each challenge. */
const COST = 5_000
/** Derivations that find the answer, on average. */
const DERIVATIONS = { middle: 100, high: 1_500 }

const Payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({ nonce: z.string(), keySignature: z.string(), expiresAt: z.int() }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})

/** Creates challenges and checks their proofs. They need no database, and belong to nobody and to no address. */
export function createProofs(sessionSecret: KeyObject): Proofs {
  const secrets = {
    hmacSignatureSecret: keyOf(sessionSecret, 'zing sign-up challenge'),
    hmacKeySignatureSecret: keyOf(sessionSecret, 'zing sign-up proof'),
  }
  return {
    async issue(price) {
      const mean = DERIVATIONS[price]
      const challenge = await createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        counter: randomInt(mean / 2, mean * 1.5),
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_MS),
        ...secrets,
      })
      return Buffer.from(JSON.stringify(challenge)).toString('base64')
    },
    async read(text) {
      try {
        const payload = Payload.parse(JSON.parse(Buffer.from(text, 'base64').toString()))
        const challenge = payload.challenge as unknown as Challenge // its signature vouches for the other parameters
        const solution: Solution = payload.solution
        const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
        const { nonce, expiresAt } = payload.challenge.parameters
        return verified ? { id: nonce, expiresAt: new Date(expiresAt * 1_000) } : null
      } catch {
        return null // not a payload of altcha
      }
    },
  }
}

function keyOf(sessionSecret: KeyObject, purpose: string): string {
  return Buffer.from(hkdfSync('sha256', sessionSecret, '', purpose, 32)).toString('hex')
}
