export type Outcome = 'passed' | 'failed' | 'skipped'

export interface StepResult {
  step: string
  outcome: Outcome
  /** The result, the error, or the reason for skipping. */
  text: string
  ms: number
}

/** Exit code of a run that tested nothing, like in Automake and TAP harnesses. */
export const SKIPPED_EXIT_CODE = 77

export function formatResult({ step, outcome, text, ms }: StepResult): string {
  return `${outcome.padEnd(7)} ${step} (${(ms / 1_000).toFixed(1)} s)${text ? `: ${text}` : ''}`
}

/** Returns 1 if a step failed, 77 if none passed, 0 otherwise. */
export function exitCodeOf(results: StepResult[]): number {
  if (results.some(({ outcome }) => outcome === 'failed')) return 1
  return results.some(({ outcome }) => outcome === 'passed') ? 0 : SKIPPED_EXIT_CODE
}

export function summaryOf(results: StepResult[]): string {
  const count = (wanted: Outcome) => results.filter(({ outcome }) => outcome === wanted).length
  return `${count('passed')} passed, ${count('failed')} failed, ${count('skipped')} skipped`
}
