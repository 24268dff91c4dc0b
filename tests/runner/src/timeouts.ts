/** Time limits for a condition, a test and a hook, on a machine whose cores are busy elsewhere. */
export const TIMEOUTS = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
}
