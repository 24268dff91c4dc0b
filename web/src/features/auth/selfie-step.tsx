import { CAMERA_FLASH_MS, CAMERA_PREVIEW_HEIGHT_PX, IMAGE_JPEG_QUALITY } from '@zing/proto/limits'
import { Camera } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import Webcam from 'react-webcam'
import { cameraErrorText } from '../../lib/camera-errors.ts'
import { fitInside } from '../../lib/fit-inside.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

// A constant: a new object at every render would restart the camera.
const CONSTRAINTS: MediaTrackConstraints = { facingMode: 'user', width: { ideal: 1280 }, height: { ideal: 720 } }

interface SelfieStepProps {
  isPending: boolean
  onBack: () => void
  onDone: (selfie: string) => void
}

export function SelfieStep({ isPending, onBack, onDone }: SelfieStepProps) {
  const webcam = useRef<Webcam>(null)
  const [isLive, setLive] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [selfie, setSelfie] = useState<string | null>(null)
  const [isFlashing, setFlashing] = useState(false)

  useEffect(() => {
    if (!isFlashing) return
    const timer = setTimeout(() => setFlashing(false), CAMERA_FLASH_MS)
    return () => clearTimeout(timer)
  }, [isFlashing])

  function capture(): void {
    const { videoWidth = 0, videoHeight = 0 } = webcam.current?.video ?? {}
    const shot = webcam.current?.getScreenshot(fitInside({ width: videoWidth, height: videoHeight }))
    if (!shot) return
    setFlashing(true)
    setSelfie(shot)
  }

  function retake(): void {
    setSelfie(null)
    setLive(false)
  }

  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-2xl">Take a Selfie</h2>
        <p className="text-ink-2">This will be your profile picture</p>
      </div>
      <div
        className="relative grid place-items-center overflow-hidden rounded-card bg-surface-2"
        style={{ height: CAMERA_PREVIEW_HEIGHT_PX }}
      >
        {failure ? (
          <CameraFailure text={failure} />
        ) : selfie && !isFlashing ? (
          <img src={selfie} alt="Your selfie" className="h-full w-full object-cover" />
        ) : (
          <Webcam
            ref={webcam}
            audio={false}
            mirrored
            screenshotFormat="image/jpeg"
            screenshotQuality={IMAGE_JPEG_QUALITY}
            videoConstraints={CONSTRAINTS}
            onLoadedData={() => setLive(true)}
            onUserMediaError={(error) => setFailure(cameraErrorText(error))}
            aria-label="Camera preview"
            className="h-full w-full object-cover"
          />
        )}
        {isFlashing && <div aria-hidden className="absolute inset-0 bg-white animate-flash" />}
        {!failure && !selfie && !isLive && <Spinner className="absolute size-8 text-zing" />}
      </div>
      {selfie ? (
        <Button variant="outline" wide disabled={isPending} onClick={retake}>
          Retake
        </Button>
      ) : (
        <Button variant="secondary" wide disabled={!isLive || failure !== null} onClick={capture}>
          <Camera aria-hidden className="size-5" strokeWidth={1.75} />
          Take photo
        </Button>
      )}
      <div className="grid grid-cols-[auto_1fr] gap-3">
        <Button variant="ghost" size="lg" disabled={isPending} onClick={onBack}>
          Back
        </Button>
        <Button size="lg" disabled={!selfie || isPending} onClick={() => selfie && onDone(selfie)}>
          {isPending && <Spinner />}
          Create Account
        </Button>
      </div>
    </div>
  )
}

function CameraFailure({ text }: { text: string }) {
  return (
    <div role="alert" className="flex flex-col items-center gap-3 px-8 text-center">
      <Camera aria-hidden className="size-10 text-ink-2" strokeWidth={1.5} />
      <p>{text}</p>
    </div>
  )
}
