import type { Violation } from '../checks/violation.ts'
import type { FocusName } from '../nemesis/plan-faults.ts'

/** A deliberate break of the code, which the checks must find. */
export interface Mutant {
  name: string
  /** The invariants that it breaks: it is found when one of them is violated. */
  breaks: Violation['invariant'][]
  /** Where the break shows; at both scales without it. */
  scale?: 'one' | 'two'
  /** The runs have this focus. */
  focus?: FocusName
  /** Only some searches find it within their time: it is run only when it is named. */
  isRarelyFound?: true
  /** Replacements in the sources; each text stands exactly once in its file. */
  edits: { file: string; find: string; replace: string }[]
}
