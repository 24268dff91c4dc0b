import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { ImageUp } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { isIos, isIosApp, thisDevice } from '../../lib/device/platform.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { SELFIE_CAMERA_ASPECT_RATIO, SELFIE_CAMERA_IDEAL, SELFIE_CAMERA_MIN } from '../../lib/limits.ts'
import type { CropDialogComponent } from '../../lib/photos/crop-dialog.ts'
import type { Selfie } from '../../lib/photos/selfie.ts'
import { toBlob } from '../../lib/photos/to-blob.ts'
import { useUpdateUser } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button } from '../../ui/button.tsx'
import { Camera } from '../../ui/inputs/camera.tsx'
import { CropButton } from '../../ui/inputs/crop-button.tsx'
import { PhotoInput } from '../../ui/inputs/photo-input.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CameraFailure } from './camera-failure.tsx'
import { ChoosePhoto } from './choose-photo.tsx'
import { InitializeCamera } from './initialize-camera.tsx'

const CONSTRAINTS: MediaTrackConstraints = {
  facingMode: 'user',
  width: { min: SELFIE_CAMERA_MIN.width, ideal: SELFIE_CAMERA_IDEAL.width },
  height: { min: SELFIE_CAMERA_MIN.height, ideal: SELFIE_CAMERA_IDEAL.height },
  aspectRatio: SELFIE_CAMERA_ASPECT_RATIO,
}

/** Takes a new profile photo; in the iOS app, which may have no camera, from the library. */
export function CameraScreen({ CropDialog }: { CropDialog: CropDialogComponent }) {
  const user = useUser()
  const navigate = useNavigate()
  const isFromProfile = useLocation().state?.isFromProfile === true
  const update = useUpdateUser()
  const [isOn, setOn] = useState(false)
  const [taken, setTaken] = useState<Selfie | null>(null)
  /** The photo before any crop, so that a section can be chosen again. */
  const [whole, setWhole] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const device = thisDevice()
  const photo = taken?.selfie ?? null

  function take(next: Selfie | null): void {
    setWhole(next?.selfie ?? null)
    setTaken(next)
  }
  const shoot = (selfie: string) => take({ selfie, isLiveSelfie: true })
  const upload = (selfie: string) => take({ selfie, isLiveSelfie: false })

  const save = useSingleFlight((change: Selfie) =>
    update.mutateAsync(change.isLiveSelfie ? change : toBlob(change.selfie)).then(
      () => navigate(isFromProfile ? clientRoutes.profile : clientRoutes.landing, { replace: true }),
      () => {}, // shown by a toast; the photo is kept for a retry
    ),
  )

  if (user.selfie && !isFromProfile && update.isIdle) return <Navigate to={clientRoutes.landing} replace />

  return (
    <main className="flex flex-col gap-5 p-5">
      <div className="text-center">
        <h2 className="text-2xl">{t`Take a Selfie`}</h2>
        <p className="text-ink-2">{t`This will be your profile picture`}</p>
      </div>
      {photo || (isOn && !failure) ? (
        <div className="relative mx-auto grid aspect-4/5 h-[min(28rem,56dvh)] place-items-center overflow-hidden rounded-card bg-surface-2">
          <Camera isSelfie constraints={CONSTRAINTS} photo={photo} onCapture={shoot} onFailure={setFailure} />
        </div>
      ) : isIosApp(device) ? (
        <ChoosePhoto onPhoto={upload} />
      ) : failure ? (
        <CameraFailure text={failure} isIos={isIos(device)} onRetry={() => setFailure(null)} onPhoto={upload} />
      ) : (
        <InitializeCamera onReady={() => setOn(true)} />
      )}
      {!photo && !failure && !isIosApp(device) && (
        <PhotoInput variant="outline" onPhoto={upload}>
          <ImageUp aria-hidden className="size-5" strokeWidth={1.75} />
          {t`Upload Photo`}
        </PhotoInput>
      )}
      {taken && (
        <div className="grid grid-cols-2 gap-3">
          <Button variant="outline" wide disabled={update.isPending} onClick={() => take(null)}>{t`Retake`}</Button>
          <CropButton
            photo={whole ?? taken.selfie}
            CropDialog={CropDialog}
            isDisabled={update.isPending}
            onCropped={(selfie) => setTaken({ ...taken, selfie })}
          />
          <Button size="lg" wide disabled={update.isPending} onClick={() => save(taken)} className="col-span-2">
            {update.isPending && <Spinner />}
            {update.isPending ? t`Saving...` : t`Use Photo`}
          </Button>
        </div>
      )}
    </main>
  )
}
