import { createHoldUpload, type HoldUpload } from '@zing/media/hold-upload'
import { UPLOAD_BODY_MAX_BYTES } from '@zing/proto/limits'
import type { PhotoLane } from './photo-queue.ts'

/** Bodies with a photo. A slow upload in one lane does not delay the other. */
export const holdPhoto: Record<PhotoLane, HoldUpload> = {
  registration: createHoldUpload(UPLOAD_BODY_MAX_BYTES),
  profile: createHoldUpload(UPLOAD_BODY_MAX_BYTES),
}
