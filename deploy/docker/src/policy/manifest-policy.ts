import { availabilityProblems } from './availability-policy.ts'
import { networkProblems } from './network-policy.ts'
import { podProblems } from './pod-policy.ts'

/** Returns the violations of SEC-75 and of our rules in rendered manifests that fit the schemas. */
export function manifestProblems(manifests: unknown[]): string[] {
  const isSecret = (manifest: unknown) => (manifest as { kind?: string }).kind === 'Secret'
  return [
    ...podProblems(manifests),
    ...availabilityProblems(manifests),
    ...networkProblems(manifests),
    ...(manifests.some(isSecret) ? ['a Secret is in the repository'] : []),
  ]
}
