import { plan } from './fixture.ts'

let count = 0

/** True for the first thing that a virtual user gets, and then for one in `inspectEvery`. */
export function isToInspect(): boolean {
  return count++ % plan.inspectEvery === 0
}
