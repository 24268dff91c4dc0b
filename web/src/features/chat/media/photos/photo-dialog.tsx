import { t } from '@lingui/core/macro'
import { CHAT_PHOTO_PIXELS } from '@zing/proto/limits'
import { Camera as CameraIcon, ImageUp } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { SIGN_UP_CAMERA_IDEAL } from '../../../../lib/limits.ts'
import { toBlob } from '../../../../lib/photos/to-blob.ts'
import { type ShrunkPhoto, shrinkPhoto } from '../../../../lib/photos/to-photo.ts'
import { useMedia } from '../../../../lib/view/use-media.ts'
import type { OutboxMedia } from '../../../../queries/chat/outbox-state.ts'
import { Button } from '../../../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../../../ui/dialogs/modal.tsx'
import { Camera } from '../../../../ui/inputs/camera.tsx'
import { Spinner } from '../../../../ui/spinner.tsx'
import { PhotoPreview } from './photo-preview.tsx'
import { SavingNotice } from './saving-notice.tsx'

const CONSTRAINTS: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: SIGN_UP_CAMERA_IDEAL.width },
  height: { ideal: SIGN_UP_CAMERA_IDEAL.height },
}
const ICON = { 'aria-hidden': true, className: 'size-5 shrink-0', strokeWidth: 1.75 } as const

interface PhotoDialogProps {
  partnerName: string
  /** A picture that was pasted. */
  first: Blob | null
  onSend: (media: OutboxMedia, caption: string) => void
  onClose: () => void
}

/** Takes or chooses a photo, and shows it before it is sent. */
export function PhotoDialog({ partnerName, first, onSend, onClose }: PhotoDialogProps) {
  const [photo, setPhoto] = useState<ShrunkPhoto | null>(null)
  const [isReading, setReading] = useState(first !== null)
  const [isCameraOn, setCameraOn] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const hasFinger = useMedia('(pointer: coarse)') // its own camera takes better photos than a page
  const input = useRef<HTMLInputElement>(null)
  const capture = useRef<HTMLInputElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (first) void read(first)
  }, [])

  async function read(file: Blob): Promise<void> {
    setReading(true)
    setFailure(null)
    try {
      setPhoto(await shrinkPhoto(file, CHAT_PHOTO_PIXELS))
    } catch {
      setFailure(t`This file cannot be opened as a photo. Please choose another one, such as a JPEG or PNG.`)
    }
    setReading(false)
  }

  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const file = target.files?.[0]
    target.value = '' // so that the same file can be chosen again
    if (file) void read(file)
  }

  if (photo)
    return (
      <PhotoPreview
        photo={photo}
        partnerName={partnerName}
        onSend={onSend}
        onBack={() => setPhoto(null)}
        onClose={onClose}
      />
    )
  const file = { type: 'file', accept: 'image/*', hidden: true, tabIndex: -1, onChange: choose } as const
  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{t`Send a photo`}</ModalTitle>
      <ModalHint className="mt-1 text-ink-2">{t`You see it once more before it is sent.`}</ModalHint>
      <SavingNotice />
      <div className="mt-4 flex flex-col gap-2">
        {failure && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
        <input ref={input} {...file} aria-label={t`Photo file`} />
        <input ref={capture} {...file} capture="environment" aria-label={t`Camera`} />
        {isCameraOn && !failure ? (
          <div className="relative grid aspect-4/3 place-items-center overflow-hidden rounded-card bg-surface-2">
            <Camera
              constraints={CONSTRAINTS}
              photo={null}
              onCapture={(shot) => {
                setCameraOn(false)
                void read(toBlob(shot))
              }}
              onFailure={setFailure}
            />
          </div>
        ) : (
          <Button
            size="lg"
            wide
            disabled={isReading}
            onClick={() => {
              setFailure(null)
              if (hasFinger) capture.current?.click()
              else setCameraOn(true)
            }}
          >
            <CameraIcon {...ICON} />
            {t`Take a photo`}
          </Button>
        )}
        <Button variant="outline" size="lg" wide disabled={isReading} onClick={() => input.current?.click()}>
          {isReading ? <Spinner /> : <ImageUp {...ICON} />}
          {t`Choose Photo`}
        </Button>
        <ModalClose variant="ghost" wide>{t`Cancel`}</ModalClose>
      </div>
    </Modal>
  )
}
