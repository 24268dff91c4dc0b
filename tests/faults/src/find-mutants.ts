import type { Violation } from './checks/violation.ts'
import type { Mutant } from './mutants/mutant.ts'
import { table } from './report.ts'

/** Each mutant must be found within this time. */
const FIND_MS = 5 * 60 * 1_000

export type RunMutant = (mutant: Mutant, scale: 'one' | 'two', round: number) => Promise<Violation[]>

interface Search {
  mutant: Mutant
  tookMs: number
  rounds: number
  found: Violation | null
  /** Last result otherwise: the number of violations by invariant, or the error of a failed run. */
  instead: string
}

/**
 * Runs each mutant until an invariant that it breaks is violated, with new seeds and both scales in turn. A run that
 * would end too late is not begun. Returns a table, and the mutants that were not found.
 */
export async function findMutants(
  mutants: Mutant[],
  run: RunMutant,
  now: () => number = () => performance.now(),
): Promise<{ report: string; missed: Mutant[] }> {
  const searches: Search[] = []
  for (const mutant of mutants) searches.push(await search(mutant, run, now))
  const rows = searches.map(({ mutant, tookMs, rounds, found, instead }) => [
    mutant.name,
    mutant.breaks.join(', '),
    found ? `${Math.round(tookMs / 1_000)} s` : '**not found**',
    String(rounds),
    found ? `${found.invariant}: ${found.text}` : instead,
  ])
  return {
    report: table(['Mutant', 'Breaks', 'Found after', 'Runs', 'By'], rows),
    missed: searches.flatMap(({ mutant, found }) => (found ? [] : [mutant])),
  }
}

async function search(mutant: Mutant, run: RunMutant, now: () => number): Promise<Search> {
  const startedAt = now()
  let longestMs = 0
  let instead = ''
  for (let round = 0; ; round++) {
    const begunAt = now()
    const scale = mutant.scale ?? (round % 2 === 0 ? 'one' : 'two')
    const violations = await run(mutant, scale, round).catch((error: unknown) => {
      instead = `a run failed: ${String(error)}`
      return []
    })
    const tookMs = now() - startedAt
    longestMs = Math.max(longestMs, now() - begunAt)
    const found = violations.find(({ invariant }) => mutant.breaks.includes(invariant)) ?? null
    if (violations.length > 0) instead = summaryOf(violations)
    const isLate = tookMs + longestMs > FIND_MS
    if (found && tookMs <= FIND_MS) return { mutant, tookMs, rounds: round + 1, found, instead }
    if (isLate) return { mutant, tookMs, rounds: round + 1, found: null, instead }
  }
}

function summaryOf(violations: Violation[]): string {
  const byInvariant = Map.groupBy(violations, ({ invariant }) => invariant)
  return [...byInvariant].map(([invariant, { length }]) => `${invariant}: ${length}`).join(', ')
}
