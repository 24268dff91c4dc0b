import type { Serve } from '@zing/kit/http/serve'
import { createHoldUpload } from '@zing/media/hold-upload'
import * as contract from '@zing/proto/http/verification'
import { POSE_PICTURE_MAX_BYTES } from '@zing/proto/limits'
import type { Ctx } from '../context.ts'
import { addFrame } from '../verification/add-frame.ts'
import { startVerification } from '../verification/start-verification.ts'
import { withdrawVerification } from '../verification/withdraw-verification.ts'

/** The caller's verification. */
export function verificationRoutes(serve: Serve, ctx: Ctx): void {
  const holdFrame = createHoldUpload(POSE_PICTURE_MAX_BYTES)

  serve(contract.startVerification, ({ userId }) => startVerification(ctx, userId))
  serve(
    contract.addFrame,
    ({ userId, params, query, file }) => addFrame(ctx, userId, { id: params.id, pose: query.pose, file }),
    { beforeBody: (identity, req, res) => holdFrame(identity?.userId, req, res) },
  )
  serve(contract.withdrawVerification, ({ userId }) => withdrawVerification(ctx, userId))
}
