/** Times that a test may shorten. The default of each is beside its use. */
export interface Times {
  /** Pause between two writes of when sessions were used. */
  sessionUseMs?: number
  /** Longest wait of a sign-up for the first settings. */
  settingsWaitMs?: number
  /** Time from the start to the first count for the dashboard. */
  countAfterMs?: number
  /** Pause between two searches for trips that are over. */
  tripEndsMs?: number
  /** Time from the start to the first move of photos into the store. */
  movePhotosMs?: number
}
