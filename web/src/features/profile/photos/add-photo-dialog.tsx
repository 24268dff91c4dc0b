import { t } from '@lingui/core/macro'
import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { useState } from 'react'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { SIGN_UP_CAMERA_IDEAL } from '../../../lib/limits.ts'
import { useAddPhoto } from '../../../queries/photos.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { Camera } from '../../../ui/inputs/camera.tsx'
import { PhotoInput } from '../../../ui/inputs/photo-input.tsx'
import { CropDialog } from './crop-dialog.tsx'

const CONSTRAINTS: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: SIGN_UP_CAMERA_IDEAL.width },
  height: { ideal: SIGN_UP_CAMERA_IDEAL.height },
}

/** Takes a photo with the camera or from a file, and asks for its section. */
export function AddPhotoDialog({ onClose }: { onClose: () => void }) {
  const [photo, setPhoto] = useState<string | null>(null)
  const [isCameraOn, setCameraOn] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync, isPending } = useAddPhoto()
  const add = useSingleFlight((cropped: string) => mutateAsync(cropped).then(onClose, () => {})) // a failure is shown by a toast

  if (photo) return <CropDialog photo={photo} isPending={isPending} onCropped={add} onClose={onClose} />
  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{t`Add a photo`}</ModalTitle>
      <ModalHint className="mt-1 text-ink-2">{t`You, or something you love.`}</ModalHint>
      <div className="mt-4 flex flex-col gap-2">
        {failure && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
        {isCameraOn && !failure ? (
          <div className="relative grid aspect-4/5 place-items-center overflow-hidden rounded-card bg-surface-2">
            <Camera constraints={CONSTRAINTS} photo={null} onCapture={setPhoto} onFailure={setFailure} />
          </div>
        ) : (
          <Button
            size="lg"
            wide
            onClick={() => {
              setFailure(null)
              setCameraOn(true)
            }}
          >
            <CameraIcon aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
            {t`Take a photo`}
          </Button>
        )}
        <PhotoInput variant="outline" onPhoto={setPhoto}>
          <ImageUp aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
          {t`Choose from your photos`}
        </PhotoInput>
        <ModalClose variant="ghost" wide>{t`Cancel`}</ModalClose>
      </div>
    </Modal>
  )
}
