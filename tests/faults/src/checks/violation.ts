/** A broken promise, one of INV-1 to INV-13 of docs/reliability.md, and its description. */
export interface Violation {
  invariant: `INV-${number}`
  text: string
}
