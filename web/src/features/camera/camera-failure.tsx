import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { CameraOff } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { PhotoInput } from '../../ui/inputs/photo-input.tsx'

interface CameraFailureProps {
  text: string
  isIos: boolean
  onRetry: () => void
  onPhoto: (photo: string) => void
}

/** Explains the failure; offers an upload on every device, because some have no camera. */
export function CameraFailure({ text, isIos, onRetry, onPhoto }: CameraFailureProps) {
  return (
    <div className="flex flex-col gap-2">
      <div role="alert" className="mb-3 flex flex-col items-center gap-3 rounded-card bg-surface-2 p-8 text-center">
        <CameraOff aria-hidden className="size-12 text-bad" strokeWidth={1.5} />
        <p>{text}</p>
      </div>
      {!isIos && <Button size="lg" wide onClick={onRetry}>{t`Try Again with Camera`}</Button>}
      <PhotoInput variant={isIos ? 'default' : 'outline'} onPhoto={onPhoto}>{t`Upload Photo`}</PhotoInput>
      <Link
        to={clientRoutes.landing}
        className={buttonStyle({ variant: 'ghost', size: 'lg', wide: true })}
      >{t`Skip for now`}</Link>
    </div>
  )
}
