/** Times that a test may shorten. The default of each is beside its use. */
export interface Times {
  /** Pause between two looks for the reset of a process that has ended. */
  resetPollMs?: number
  /** Longest time that a reset's request waits for all services. */
  resetWaitMs?: number
  /** Pause between two looks whether the newest settings are published. */
  settingsCheckMs?: number
  /** Time from the start to the first count for the dashboard. */
  countAfterMs?: number
  /** Pause between two looks whether the door has to turn to approval. */
  doorCheckMs?: number
}
