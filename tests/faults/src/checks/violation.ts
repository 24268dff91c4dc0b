/** A broken promise: one of INV-1 to INV-12 of docs/reliability.md, and what was seen. */
export interface Violation {
  invariant: `INV-${number}`
  text: string
}
