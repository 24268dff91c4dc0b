import { t } from '@lingui/core/macro'
import { IMAGE_JPEG_QUALITY } from '@zing/proto/limits'
import { clsx } from 'clsx'
import { Camera as CameraIcon } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import Webcam from 'react-webcam'
import { isIosApp, thisDevice } from '../../lib/device/platform.ts'
import { CAMERA_FLASH_MS } from '../../lib/limits.ts'
import { cameraErrorText } from '../../lib/photos/camera-errors.ts'
import { fitInside } from '../../lib/photos/fit-inside.ts'
import { shoot as shootFrame } from '../../lib/photos/shoot.ts'
import { Spinner } from '../spinner.tsx'
import { SelfieGuide } from './selfie-guide.tsx'

interface LiveProps {
  /** Must be a stable object: a new one restarts the camera. */
  constraints: MediaTrackConstraints
  /** Shows an oval for the face, and takes what the frame of 4:5 around the camera shows. */
  isSelfie?: boolean
  /** Takes the picture as others see the user, not as the mirror on the screen. */
  isUnmirrored?: boolean
  /** Stands over the live picture, and may take it too. */
  overlay?: (shoot: () => void) => ReactNode
  onCapture: (photo: string) => void
  onFailure: (text: string) => void
}

interface CameraProps extends LiveProps {
  /** Captured photo; null shows the live picture. */
  photo: string | null
}

/** Mirrored front camera with a shutter and a flash; fills its parent. */
export function Camera({ photo, onCapture, ...live }: CameraProps) {
  const [isFlashing, setFlashing] = useState(false)

  useEffect(() => {
    if (!isFlashing) return
    const timer = setTimeout(() => setFlashing(false), CAMERA_FLASH_MS)
    return () => clearTimeout(timer)
  }, [isFlashing])

  function capture(shot: string): void {
    setFlashing(true)
    onCapture(shot)
  }

  return (
    <>
      {photo && !isFlashing ? (
        <img
          src={photo}
          alt={t`Your selfie`}
          className={clsx('h-full w-full object-cover object-[50%_30%]', live.isUnmirrored && '-scale-x-100')}
        />
      ) : (
        <Live {...live} isTaken={photo !== null} onCapture={capture} />
      )}
      {isFlashing && <div aria-hidden className="absolute inset-0 bg-white animate-flash" />}
    </>
  )
}

function Live({
  constraints,
  isSelfie = false,
  isUnmirrored = false,
  overlay,
  isTaken,
  onCapture,
  onFailure,
}: LiveProps & { isTaken: boolean }) {
  const webcam = useRef<Webcam>(null)
  const [isReady, setReady] = useState(false)

  function shoot(): void {
    const video = webcam.current?.video
    if (!video) return
    const size = fitInside({ width: video.videoWidth, height: video.videoHeight })
    const shot = isSelfie ? shootFrame(video, !isUnmirrored) : webcam.current?.getScreenshot(size)
    if (shot) onCapture(shot)
  }

  return (
    <>
      <Webcam
        ref={webcam}
        audio={false}
        mirrored
        screenshotFormat="image/jpeg"
        screenshotQuality={IMAGE_JPEG_QUALITY}
        videoConstraints={constraints}
        onLoadedData={() => setReady(true)}
        onUserMediaError={(error) => onFailure(cameraErrorText(error, isIosApp(thisDevice())))}
        aria-label={t`Camera preview`}
        className="h-full w-full object-cover"
      />
      {isSelfie && isReady && !isTaken && <SelfieGuide />}
      {isReady && !isTaken && overlay?.(shoot)}
      {!isReady && <Spinner className="absolute size-8 text-zing" />}
      {!isTaken && (
        <button
          type="button"
          aria-label={t`Take photo`}
          disabled={!isReady}
          onClick={shoot}
          className="absolute bottom-4 grid size-16 place-items-center rounded-full border-4 border-white bg-zing text-on-zing shadow-float transition-transform active:scale-90 disabled:opacity-60"
        >
          <CameraIcon aria-hidden className="size-7" strokeWidth={1.75} />
        </button>
      )}
    </>
  )
}
