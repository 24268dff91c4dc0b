import { t } from '@lingui/core/macro'
import type { Pose } from '@zing/proto/vision/poses'
import { useEffect, useRef, useState } from 'react'
import { HAPTIC_TICK_MS, POSE_COUNTDOWN_S, SIGN_UP_CAMERA_IDEAL } from '../../lib/limits.ts'
import { POSE_WORDS } from '../../lib/text/pose-words.ts'
import { Button } from '../../ui/button.tsx'
import { Camera } from '../../ui/inputs/camera.tsx'
import { PoseFigure } from '../../ui/person/pose-figure.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CameraHelp } from './camera-help.tsx'
import { Countdown } from './countdown.tsx'

const CONSTRAINTS: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: SIGN_UP_CAMERA_IDEAL.width },
  height: { ideal: SIGN_UP_CAMERA_IDEAL.height },
}

const TIGHT = 'px-3! whitespace-normal!'

interface PoseStepProps {
  pose: Pose
  number: number
  of: number
  isSending: boolean
  failure: string | null
  onRetake: () => void
  onSend: (picture: string) => void
}

/** Shows a pose and takes a picture of it, by the countdown or by the button. */
export function PoseStep({ pose, number, of, isSending, failure, onRetake, onSend }: PoseStepProps) {
  const [picture, setPicture] = useState<string | null>(null)
  const [cameraFailure, setCameraFailure] = useState<string | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => heading.current?.focus(), [])

  function capture(shot: string): void {
    navigator.vibrate?.(HAPTIC_TICK_MS) // for closed eyes
    setPicture(shot)
  }

  function retake(): void {
    setPicture(null)
    onRetake()
  }

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <PoseFigure pose={pose} className="size-20 rounded-card bg-surface-2 p-1 low-window:size-16" />
        <div className="min-w-0">
          <p className="text-sm text-ink-2">{t`Pose ${number} of ${of}`}</p>
          <h3 ref={heading} tabIndex={-1} className="text-xl outline-hidden [overflow-wrap:anywhere]">
            {t(POSE_WORDS[pose])}
          </h3>
        </div>
      </div>
      {cameraFailure ? (
        <CameraHelp text={cameraFailure} onRetry={() => setCameraFailure(null)} />
      ) : (
        <div className="relative mx-auto grid aspect-4/5 h-[min(28rem,100dvh-22rem)] min-h-60 place-items-center overflow-hidden rounded-card bg-surface-2">
          <Camera
            isSelfie
            isUnmirrored
            constraints={CONSTRAINTS}
            photo={picture}
            overlay={(shoot) => <Countdown seconds={POSE_COUNTDOWN_S} onEnd={shoot} />}
            onCapture={capture}
            onFailure={setCameraFailure}
          />
        </div>
      )}
      {failure && (
        <p role="alert" className="text-center text-bad">
          {failure}
        </p>
      )}
      {picture ? (
        <div className="grid grid-cols-2 gap-2">
          <Button variant="outline" wide disabled={isSending} onClick={retake} className={TIGHT}>{t`Retake`}</Button>
          <Button wide disabled={isSending} onClick={() => onSend(picture)} className={TIGHT}>
            {isSending && <Spinner />}
            {isSending ? t`Sending` : failure ? t`Try Again` : t`Send this picture`}
          </Button>
        </div>
      ) : (
        !cameraFailure && (
          <p className="text-center text-sm text-ink-2">{t`The picture is taken when the countdown ends, or by the button. You can take it again.`}</p>
        )
      )}
    </div>
  )
}
