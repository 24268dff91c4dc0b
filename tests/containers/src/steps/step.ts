import type { Product } from '../product/product.ts'

export interface StepContext {
  product: Product
  /** Folder of this run. */
  folder: string
  log(line: string): void
}

export interface Step {
  name: string
  /** Later steps need what it does, so it always runs and its failure ends the run. */
  isNeeded?: boolean
  /** Throws what was broken; a Skipped for what cannot be done on this machine. Returns what was seen. */
  run(context: StepContext): Promise<string>
}

/** What cannot be done on this machine. The message says why. */
export class Skipped extends Error {
  override name = 'Skipped'
}
