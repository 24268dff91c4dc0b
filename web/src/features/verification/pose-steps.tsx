import { t } from '@lingui/core/macro'
import type { Pose } from '@zing/proto/vision/poses'
import { useState } from 'react'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toBlob } from '../../lib/photos/to-blob.ts'
import { announce } from '../../lib/state/toast-store.ts'
import { useAddFrame } from '../../queries/verification.ts'
import { PoseStep } from './pose-step.tsx'

interface PoseStepsProps {
  begun: { id: number; poses: Pose[] }
  /** A moderator has all pictures. */
  onSent: () => void
  onExpired: () => void
}

/** Leads from pose to pose, and sends each picture before the next pose. */
export function PoseSteps({ begun: { id, poses }, onSent, onExpired }: PoseStepsProps) {
  const [missing, setMissing] = useState(poses)
  const { mutateAsync, isPending, error, reset } = useAddFrame(id)
  const [pose] = missing

  const send = useSingleFlight((picture: string) =>
    mutateAsync({ pose: pose as Pose, picture: toBlob(picture) }).then(
      ({ missing: left }) => {
        if (left.length > 0) return setMissing(left)
        announce(t`Sent`, t`A moderator will look at this`)
        onSent()
      },
      (failure: Error) => hasCode(failure, 'VERIFICATION_GONE') && onExpired(), // others are shown below
    ),
  )

  if (!pose) return null
  return (
    <PoseStep
      key={pose}
      pose={pose}
      number={poses.length - missing.length + 1}
      of={poses.length}
      isSending={isPending}
      failure={error?.message ?? null}
      onRetake={reset}
      onSend={send}
    />
  )
}
