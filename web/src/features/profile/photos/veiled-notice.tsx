import { t } from '@lingui/core/macro'
import { EyeOff } from 'lucide-react'

/** Tells the owner of a photo that may be explicit what others see of it. */
export function VeiledNotice() {
  return (
    <p className="mt-2 flex items-start gap-2 text-sm text-warn">
      <EyeOff aria-hidden className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
      {t`Others see this photo blurred until a moderator has looked.`}
    </p>
  )
}
