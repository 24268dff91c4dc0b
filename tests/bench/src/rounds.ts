import type { Target } from './load/target.ts'
import type { Rounds } from './results/result.ts'

export interface Measured<T> {
  product: T[]
  baseline: T[]
}

/** Alternates product and baseline, so that other load on the machine affects both. */
export async function alternate<T>(
  rounds: number,
  targets: Record<Target['name'], Target>,
  measure: (target: Target) => Promise<T>,
): Promise<Measured<T>> {
  const measured: Measured<T> = { product: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    measured.product.push(await measure(targets.product))
    measured.baseline.push(await measure(targets.baseline))
  }
  return measured
}

export function pick<T>({ product, baseline }: Measured<T>, of: (one: T) => number): Rounds {
  return { product: product.map(of), baseline: baseline.map(of) }
}
