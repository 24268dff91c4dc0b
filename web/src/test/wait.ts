/** Options of `vi.waitFor`. The bound is generous, since a machine may be busy. */
export const WAIT = { timeout: 60_000 }
