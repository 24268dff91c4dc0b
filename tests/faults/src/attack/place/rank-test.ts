/** The median of numbers; 0 for none. */
export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/**
 * Wilcoxon's signed-rank test: the probability that pairs of equal times differ as clearly by chance. The load of a
 * machine changes both times of a pair, so it does not count.
 */
export function signedRankTest(pairs: (readonly [number, number])[]): number {
  const differences = pairs.map(([a, b]) => b - a).filter((difference) => difference !== 0)
  const byRank = differences.toSorted((a, b) => Math.abs(a) - Math.abs(b))
  const risen = byRank.reduce((sum, difference, index) => sum + (difference > 0 ? index + 1 : 0), 0)
  const n = byRank.length
  const deviation = Math.sqrt((n * (n + 1) * (2 * n + 1)) / 24)
  return n === 0 ? 1 : probabilityBeyond(Math.abs(risen - (n * (n + 1)) / 4) / deviation)
}

/** Both tails of the normal distribution, by the approximation of Abramowitz and Stegun (7.1.26). */
function probabilityBeyond(deviations: number): number {
  const x = deviations / Math.SQRT2
  const t = 1 / (1 + 0.3275911 * x)
  const polynomial = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  return polynomial * Math.exp(-x * x)
}
