import { t } from '@lingui/core/macro'
import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { useState } from 'react'
import { CAMERA_PREVIEW_HEIGHT_PX, SIGN_UP_CAMERA_IDEAL } from '../../lib/limits.ts'
import type { CropDialogComponent } from '../../lib/photos/crop-dialog.ts'
import type { Selfie } from '../../lib/photos/selfie.ts'
import { Button } from '../../ui/button.tsx'
import { Camera } from '../../ui/inputs/camera.tsx'
import { CropButton } from '../../ui/inputs/crop-button.tsx'
import { PhotoInput } from '../../ui/inputs/photo-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const CONSTRAINTS: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: SIGN_UP_CAMERA_IDEAL.width },
  height: { ideal: SIGN_UP_CAMERA_IDEAL.height },
}

interface SelfieStepProps {
  /** Kept by the caller, so that step 1 and back lose nothing. */
  taken: Selfie | null
  isPending: boolean
  CropDialog: CropDialogComponent
  onTaken: (taken: Selfie | null) => void
  onBack: () => void
  onDone: () => void
}

/** Requires a selfie, from the camera or from a file. */
export function SelfieStep({ taken, isPending, CropDialog, onTaken, onBack, onDone }: SelfieStepProps) {
  const [failure, setFailure] = useState<string | null>(null)
  /** The photo before any crop, so that a section can be chosen again. */
  const [whole, setWhole] = useState(taken?.selfie)

  function take(next: Selfie | null): void {
    setWhole(next?.selfie)
    onTaken(next)
  }

  return (
    <div className="flex flex-col gap-4 low-window:gap-2 landscape-phone:grid landscape-phone:grid-cols-[auto_minmax(0,1fr)] landscape-phone:items-center landscape-phone:gap-x-6">
      <div className="landscape-phone:col-start-2">
        <h2 className="text-2xl low-window:text-xl">{t`Take a Selfie`}</h2>
        <p className="text-ink-2 low-window:text-sm">{t`This will be your profile picture`}</p>
      </div>
      {failure && !taken ? (
        <CameraFailure text={failure} />
      ) : (
        <div
          className="relative mx-auto grid aspect-4/5 place-items-center overflow-hidden rounded-card bg-surface-2 landscape-phone:col-start-1 landscape-phone:row-span-3 landscape-phone:row-start-1 landscape-phone:max-h-[64dvh]"
          style={{ height: CAMERA_PREVIEW_HEIGHT_PX }}
        >
          <Camera
            isSelfie
            constraints={CONSTRAINTS}
            photo={taken?.selfie ?? null}
            onCapture={(selfie) => take({ selfie, isLiveSelfie: true })}
            onFailure={setFailure}
          />
        </div>
      )}
      {taken ? (
        <div className="grid grid-cols-2 gap-3">
          <Button variant="outline" wide disabled={isPending} onClick={() => take(null)}>{t`Retake`}</Button>
          <CropButton
            photo={whole ?? taken.selfie}
            CropDialog={CropDialog}
            isDisabled={isPending}
            onCropped={(selfie) => onTaken({ ...taken, selfie })}
          />
        </div>
      ) : (
        <div className="flex flex-col gap-2">
          {failure && (
            <Button variant="outline" wide onClick={() => setFailure(null)}>{t`Try Again with Camera`}</Button>
          )}
          <PhotoInput variant="outline" size="default" onPhoto={(selfie) => take({ selfie, isLiveSelfie: false })}>
            <ImageUp aria-hidden className="size-5" strokeWidth={1.75} />
            {t`Upload Photo`}
          </PhotoInput>
        </div>
      )}
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button
          variant="ghost"
          size="lg"
          disabled={isPending}
          onClick={onBack}
          className="px-4! low-window:min-h-12"
        >{t`Back`}</Button>
        <Button size="lg" disabled={!taken || isPending} onClick={onDone} className="px-4! low-window:min-h-12">
          {isPending && <Spinner />}
          {t`Create Account`}
        </Button>
      </div>
    </div>
  )
}

function CameraFailure({ text }: { text: string }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center justify-center gap-3 rounded-card bg-surface-2 px-8 py-12 text-center landscape-phone:col-start-1 landscape-phone:row-span-3 landscape-phone:row-start-1 landscape-phone:max-w-xs"
    >
      <CameraIcon aria-hidden className="size-10 text-ink-2" strokeWidth={1.5} />
      <p>{text}</p>
    </div>
  )
}
