import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

const DEFAULT = msg`The microphone can't be used. Please try again.`
const BY_NAME: Record<string, MessageDescriptor> = {
  NotAllowedError: msg`Microphone access denied. Allow the microphone for this page in your browser's settings, then try again.`,
  NotFoundError: msg`No microphone found. Connect one, then try again.`,
  NotReadableError: msg`Another app is using the microphone. Close it, then try again.`,
  NotSupportedError: msg`This browser can't record voice messages. Please update it or use another one.`,
}

/** Why the microphone cannot be used, and the way out. */
export function microphoneErrorText(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return t(BY_NAME[name] ?? DEFAULT)
}
