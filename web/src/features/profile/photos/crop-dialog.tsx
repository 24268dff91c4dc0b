import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { CropDialogProps } from '../../../lib/photos/crop-dialog.ts'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { MODAL_CARD, Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { CropFrame } from './crop-frame.tsx'
import { cropPhoto } from './crop-photo.ts'
import { type Crop, firstCrop, WHOLE, ZOOM_MAX, zoomAt } from './crop-rules.ts'

/** Asks which section of a photo to show. A tap beside it does not close it, since the photo would be lost. */
export function CropDialog({ photo, isPending, action = t`Add photo`, onCropped, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(WHOLE)
  const [image, setImage] = useState<HTMLImageElement | null>(null)

  function begin(loaded: HTMLImageElement): void {
    setImage(loaded)
    setCrop(firstCrop(sizeOf(loaded)))
  }

  function zoom(to: number): void {
    if (image) setCrop((before: Crop) => zoomAt(sizeOf(image), before, to))
  }

  return (
    <Modal onClose={onClose} isSticky className={`${MODAL_CARD} crop-dialog landscape-phone:max-w-xl`}>
      <ModalTitle className="text-xl">{t`Crop your photo`}</ModalTitle>
      <ModalHint className="mt-1 mb-3 text-sm text-ink-2">{t`Drag to move it, and zoom with two fingers or the slider.`}</ModalHint>
      <CropFrame photo={photo} crop={crop} onCrop={setCrop} onLoad={begin} />
      <label className="mt-3 flex min-h-11 items-center gap-3">
        <span className="text-sm font-semibold">{t`Zoom`}</span>
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={crop.zoom}
          onChange={({ target }) => zoom(Number(target.value))}
          className="min-h-11 flex-1 accent-zing"
        />
      </label>
      <DialogActions
        action={isPending ? t`Adding...` : action}
        className="mt-3"
        isPending={isPending}
        isDisabled={!image}
        onAction={() => image && onCropped(cropPhoto(image, crop))}
      />
    </Modal>
  )
}

function sizeOf({ naturalWidth, naturalHeight }: HTMLImageElement) {
  return { width: naturalWidth, height: naturalHeight }
}
