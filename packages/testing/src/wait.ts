/** Options of `vi.waitFor` for every condition that a test waits for; the bound is generous, since a machine may be busy. */
export const WAIT = { timeout: 30_000, interval: 20 }
