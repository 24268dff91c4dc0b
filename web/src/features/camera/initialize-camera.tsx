import { t } from '@lingui/core/macro'
import { Camera } from 'lucide-react'
import { useEffect, useState } from 'react'
import { CAMERA_INIT_SPINNER_MS } from '../../lib/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'

/** Keeps the browser from asking for permission before the user starts the camera. */
export function InitializeCamera({ onReady }: { onReady: () => void }) {
  const [isStarting, setStarting] = useState(false)

  useEffect(() => {
    if (!isStarting) return
    const timer = setTimeout(onReady, CAMERA_INIT_SPINNER_MS)
    return () => clearTimeout(timer)
  }, [isStarting, onReady])

  return (
    <div className="flex flex-col gap-5">
      <div className="grid aspect-4/3 place-items-center rounded-card bg-surface-2 text-ink-2">
        <Camera aria-hidden className="size-16" strokeWidth={1.25} />
      </div>
      <Button size="lg" wide disabled={isStarting} onClick={() => setStarting(true)}>
        {isStarting && <Spinner />}
        {t`Initialize Camera`}
      </Button>
    </div>
  )
}
