import type { Target } from './load/target.ts'
import type { Rounds } from './result.ts'

export interface Measured<T> {
  product: T[]
  floor: T[]
}

/** Product and floor in turn, so that whatever else the machine does hits both. */
export async function inTurn<T>(
  rounds: number,
  targets: Record<Target['name'], Target>,
  measure: (target: Target) => Promise<T>,
): Promise<Measured<T>> {
  const measured: Measured<T> = { product: [], floor: [] }
  for (let round = 0; round < rounds; round++) {
    measured.product.push(await measure(targets.product))
    measured.floor.push(await measure(targets.floor))
  }
  return measured
}

/** One number of what each round measured. */
export function pick<T>({ product, floor }: Measured<T>, of: (one: T) => number): Rounds {
  return { product: product.map(of), floor: floor.map(of) }
}
