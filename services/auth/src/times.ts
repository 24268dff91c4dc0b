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
  /** Pause between two searches for pictures of verifications that are over. */
  endedPicturesMs?: number
  /** Time from the start to the first move of photos into the store. */
  movePhotosMs?: number
  /** Longest wait for vision, and the pause before it is asked again about a picture that it did not manage. */
  visionMs?: number
  lookAgainMs?: number
}
