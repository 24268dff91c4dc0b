/** Options of `vi.waitFor` for every condition in tests. The bound is generous, since a machine may be busy. */
export const WAIT = { timeout: 60_000, interval: 20 }
