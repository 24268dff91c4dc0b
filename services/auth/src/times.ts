/** Times that a test may shorten. The default of each is beside its use. */
export interface Times {
  /** Pause between two writes of when sessions were used. */
  sessionUseMs?: number
  /** Time from the start to the first count for the dashboard. */
  countAfterMs?: number
}
