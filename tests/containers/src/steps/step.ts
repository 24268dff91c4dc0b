import type { Product } from '../product/product.ts'

export interface StepContext {
  product: Product
  /** Folder of this run. */
  folder: string
  log(line: string): void
}

export interface Step {
  name: string
  /** True if later steps need it: it then always runs, and its failure ends the run. */
  isNeeded?: boolean
  /** Returns the result. Throws an error for a broken promise, and a Skipped if this machine cannot run the step. */
  run(context: StepContext): Promise<string>
}

/** Thrown if this machine cannot run a step. The message says why. */
export class Skipped extends Error {
  override name = 'Skipped'
}
