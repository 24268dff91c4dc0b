/** Time limits for a condition, a test and a hook, on a machine whose cores are busy elsewhere. */
export const TIMEOUTS = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000, interval: 20 } },
}
