import { VOICE_MAX_MS } from '@zing/proto/limits'

/** A recorder that is told to stop at the limit still delivers the sound of this time. */
const LATE_STOP_MS = 1_000

export const RECORDED_MAX_MS = VOICE_MAX_MS + LATE_STOP_MS
