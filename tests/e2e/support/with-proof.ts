import { solveChallenge } from '@zing/web/features/auth/proof/solve-challenge'

/** Registers, in a busy hour with a proof of work: a run of all journeys makes its hour busy. */
export async function withProof<Result extends { status: number; body: unknown }>(
  register: (proof: { proof?: string }) => Promise<Result>,
  getRegistration: () => Promise<{ body: { challenge?: string } }>,
): Promise<Result> {
  const result = await register({})
  const isNeeded = result.status === 403 && JSON.stringify(result.body).includes('PROOF_NEEDED')
  const { challenge } = isNeeded ? (await getRegistration()).body : {}
  return challenge === undefined ? result : register({ proof: await solveChallenge(challenge) })
}
