import { plan } from './fixture.ts'

let count = 0

/** True for the first response or frame of a VU, then for one in `inspectEvery`. */
export function isSampled(): boolean {
  return count++ % plan.inspectEvery === 0
}
