import type { Violation } from '../checks/violation.ts'
import type { FocusName } from '../nemesis/plan-faults.ts'

/** A deliberate break of the code, which the checks must find. */
export interface Mutant {
  name: string
  /** Invariants that it breaks: a violation of any of them finds the mutant. */
  breaks: Violation['invariant'][]
  /** Scale that shows the break; both scales if undefined. */
  scale?: 'one' | 'two'
  /** Focus of its runs. */
  focus?: FocusName
  /** Some searches do not find it in time, so it runs only when named. */
  isRarelyFound?: true
  edits: Edit[]
}

/**
 * A change of a top-level function, constant or statement, named by `in`, in any file of the package. Exactly one place
 * of the package must match.
 */
export type Edit = { in: string } & (
  | { /** Replaces the call of this function, without its `await`. */ call: string; by: (call: string) => string }
  | { /** Replaces a property of an object, with its value. */ property: string; by: (property: string) => string }
  | { /** Adds statements at the beginning of the function. */ begins: string }
  | { /** The shortest code that identifies the place. */ find: string; replace: string }
)

/** The mutants of one package. */
export interface PackageMutants {
  package: `services/${'auth' | 'social' | 'chat' | 'admin'}` | 'gateway' | 'packages/kit'
  mutants: Mutant[]
}
