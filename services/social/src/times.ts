/** Times that a test may shorten. The default of each is beside its use. */
export interface Times {
  /** Shortest pause before a push is tried again, or another one to an unavailable host. */
  pushRetryMs?: number
  /** Time from the start to the first count for the dashboard. */
  countAfterMs?: number
  /** Time between two looks for alerts that are due. */
  alertsEveryMs?: number
}
