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
  edits: Edit[]
}

/**
 * A change of a top-level function, constant or statement, named by `in` and found in whichever file of the package it is. Exactly
 * one place of the package must match.
 */
export type Edit = { in: string } & (
  | { /** Replaces the call of this function, given without `await`. */ call: string; by: (call: string) => string }
  | { /** Replaces a property of an object, with its value. */ property: string; by: (property: string) => string }
  | { /** Statements at the beginning of the function. */ begins: string }
  | { /** The shortest piece of code that tells the place. */ find: string; replace: string }
)

/** The mutants of one package, which the processes of this folder run. */
export interface PackageMutants {
  package: `services/${'auth' | 'social' | 'chat' | 'admin'}` | 'gateway' | 'packages/kit'
  mutants: Mutant[]
}
