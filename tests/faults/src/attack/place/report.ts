import type { CaseResult } from './attack-places.ts'
import type { Learned } from './learn.ts'
import { median, signedRankTest } from './rank-test.ts'

/** Many steps are judged, so a single one must be very improbable. */
const PROBABILITY_MIN = 1e-4
const DIFFERENCES_SHOWN = 5

/** Differences in what is seen, and in times that no chance explains. Empty if the attack has learned nothing. */
export function leaksIn(results: CaseResult[]): string[] {
  return results.flatMap(({ name, learned }) => [
    ...learned
      .filter(({ seen: [plain, lived] }) => plain !== lived)
      .map(({ step, seen }) => `${name}, ${step}:\n  plain ${seen[0]}\n  lived ${seen[1]}`),
    ...timesOf(learned)
      .filter(({ probability }) => probability < PROBABILITY_MIN)
      .map(({ step, plain, lived }) => `${name}, ${step}: ${ms(plain)} and ${ms(lived)}, by no chance`),
  ])
}

export function formatReport(results: CaseResult[]): string {
  const leaks = leaksIn(results)
  const lines = results.map(({ name, pairs, learned }) => {
    const steps = byStep(learned)
    const distinct = [...steps.values()].map((all) => new Set(all.map(({ seen }) => seen[0])).size)
    const differ = learned.filter(({ seen: [plain, lived] }) => plain !== lived).length
    return [
      `Twins who show ${name}: ${pairs} pairs of accounts, ${learned.length} comparisons, ${differ} differ`,
      ...[...steps].map(([step, all], index) => `  ${step}: ${all.length} comparisons, ${distinct[index]} kinds`),
      ...timesOf(learned).map(
        ({ step, plain, lived, probability }) =>
          `  ${step}: median ${ms(plain)} and ${ms(lived)}, p = ${probability.toPrecision(2)}`,
      ),
    ].join('\n')
  })
  const shown = leaks.slice(0, DIFFERENCES_SHOWN)
  return [...lines, ...shown, leaks.length === 0 ? 'The attack has learned nothing.' : `${leaks.length} leaks`].join(
    '\n',
  )
}

function timesOf(learned: Learned[]) {
  return [...byStep(learned.filter(({ ms: [plain] }) => plain > 0))].map(([step, all]) => ({
    step,
    plain: median(all.map(({ ms: [plain] }) => plain)),
    lived: median(all.map(({ ms: [, lived] }) => lived)),
    probability: signedRankTest(all.map(({ ms: pair }) => pair)),
  }))
}

function byStep(learned: Learned[]): Map<string, Learned[]> {
  return Map.groupBy(learned, ({ step }) => step)
}

function ms(time: number): string {
  return `${time.toFixed(1)} ms`
}
