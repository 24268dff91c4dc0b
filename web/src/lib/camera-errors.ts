const DEFAULT = "Unable to access camera. Please ensure you've granted camera permissions."
const BY_NAME: Record<string, string> = {
  NotAllowedError: 'Camera access denied. Please allow camera access in your browser settings.',
  PermissionDeniedError: 'Camera access denied. Please allow camera access in your browser settings.',
  NotFoundError: "No camera found. Please check your device's camera.",
  DevicesNotFoundError: "No camera found. Please check your device's camera.",
  NotReadableError: 'Camera is in use by another application. Please close other apps that might be using the camera.',
  TrackStartError: 'Camera is in use by another application. Please close other apps that might be using the camera.',
  OverconstrainedError: "Camera constraints cannot be satisfied. Try using the 'Upload Photo' option instead.",
}

/** What to tell somebody whose camera did not start; browsers give an error or only a text. */
export function cameraErrorText(error: string | { name?: string }): string {
  const name = typeof error === 'string' ? error : (error.name ?? '')
  return BY_NAME[name] ?? DEFAULT
}
