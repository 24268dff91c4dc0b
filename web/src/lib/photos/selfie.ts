/** A selfie as the calls take it. */
export interface Selfie {
  /** Data URL. */
  selfie: string
  /** Taken with the camera of this client, and at most cropped since; false for a file. */
  isLiveSelfie: boolean
}
