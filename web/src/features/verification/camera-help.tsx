import { t } from '@lingui/core/macro'
import { CameraOff } from 'lucide-react'
import { Button } from '../../ui/button.tsx'

/** Says why there is no picture, and what helps: poses cannot be uploaded. */
export function CameraHelp({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="flex flex-col gap-4">
      <div role="alert" className="flex flex-col items-center gap-3 rounded-card bg-surface-2 p-6 text-center">
        <CameraOff aria-hidden className="size-12 text-bad" strokeWidth={1.5} />
        <p>{text}</p>
      </div>
      <div>
        <p className="font-semibold">{t`What helps`}</p>
        <ul className="mt-1 list-disc ps-5 text-ink-2">
          <li>{t`Allow the camera for this page in your browser's settings.`}</li>
          <li>{t`Close other apps that use the camera.`}</li>
          <li>{t`Log in on another device with a camera, such as a phone, and go on there.`}</li>
        </ul>
      </div>
      <Button size="lg" wide onClick={onRetry}>{t`Try Again with Camera`}</Button>
    </div>
  )
}
