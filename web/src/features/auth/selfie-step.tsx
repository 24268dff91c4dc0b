import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { useState } from 'react'
import { CAMERA_PREVIEW_HEIGHT_PX, SIGN_UP_CAMERA_IDEAL } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Camera } from '../../ui/inputs/camera.tsx'
import { PhotoInput } from '../../ui/inputs/photo-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const CONSTRAINTS: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: SIGN_UP_CAMERA_IDEAL.width },
  height: { ideal: SIGN_UP_CAMERA_IDEAL.height },
}

interface SelfieStepProps {
  /** Kept by the caller, so that step 1 and back lose nothing. */
  selfie: string | null
  isPending: boolean
  onSelfie: (selfie: string | null) => void
  onBack: () => void
  onDone: () => void
}

/** Requires a selfie; if the camera fails, offers a retry and an upload. */
export function SelfieStep({ selfie, isPending, onSelfie, onBack, onDone }: SelfieStepProps) {
  const [failure, setFailure] = useState<string | null>(null)

  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-2xl">Take a Selfie</h2>
        <p className="text-ink-2">This will be your profile picture</p>
      </div>
      <div
        className="relative grid place-items-center overflow-hidden rounded-card bg-surface-2 landscape-phone:max-h-[55dvh]"
        style={{ height: CAMERA_PREVIEW_HEIGHT_PX }}
      >
        {failure && !selfie ? (
          <CameraFailure text={failure} />
        ) : (
          <Camera constraints={CONSTRAINTS} photo={selfie} onCapture={onSelfie} onFailure={setFailure} />
        )}
      </div>
      {failure && !selfie && (
        <div className="flex flex-col gap-2">
          <Button variant="outline" wide onClick={() => setFailure(null)}>
            Try Again with Camera
          </Button>
          <PhotoInput variant="outline" onPhoto={onSelfie}>
            <ImageUp aria-hidden className="size-5" strokeWidth={1.75} />
            Upload Photo
          </PhotoInput>
        </div>
      )}
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button variant="ghost" size="lg" disabled={isPending} onClick={onBack} className="px-4!">
          Back
        </Button>
        <Button size="lg" disabled={!selfie || isPending} onClick={onDone} className="px-4!">
          {isPending && <Spinner />}
          Create Account
        </Button>
      </div>
      {selfie && (
        <Button variant="outline" wide disabled={isPending} onClick={() => onSelfie(null)}>
          Retake
        </Button>
      )}
    </div>
  )
}

function CameraFailure({ text }: { text: string }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-8 text-center">
      <CameraIcon aria-hidden className="size-10 text-ink-2" strokeWidth={1.5} />
      <p>{text}</p>
    </div>
  )
}
