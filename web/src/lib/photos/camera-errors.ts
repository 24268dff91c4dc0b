import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

const DEFAULT = msg`Unable to access camera. Please ensure you've granted camera permissions.`
const DENIED = msg`Camera access denied. Please allow camera access in your browser settings.`
const NOT_FOUND = msg`No camera found. Please check your device's camera.`
const IN_USE = msg`Camera is in use by another application. Please close other apps that might be using the camera.`
const UPLOAD_HINT = msg`Try using the 'Upload Photo' option instead.`
const UNSATISFIED = msg`Camera constraints cannot be satisfied. Try using the 'Upload Photo' option instead.`

const BY_NAME: Record<string, MessageDescriptor> = {
  NotAllowedError: DENIED,
  PermissionDeniedError: DENIED,
  NotFoundError: NOT_FOUND,
  DevicesNotFoundError: NOT_FOUND,
  NotReadableError: IN_USE,
  TrackStartError: IN_USE,
  OverconstrainedError: UNSATISFIED,
}

/** Returns the text for a camera error. The iOS app, where settings are hard to reach, suggests an upload. */
export function cameraErrorText(error: string | { name?: string }, isIosApp = false): string {
  const name = typeof error === 'string' ? error : (error.name ?? '')
  const text = BY_NAME[name] ?? DEFAULT
  return isIosApp && [DENIED, NOT_FOUND].includes(text) ? `${t(text)} ${t(UPLOAD_HINT)}` : t(text)
}
