import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { Camera } from 'lucide-react'
import { useCommunity } from '../../lib/state/community.ts'

/** Small mark on a photo. It tells where the photo was taken, and proves nothing. */
export function LiveMark({ className }: { className?: string }) {
  const { name } = useCommunity()
  return (
    <span
      title={t`Taken with the camera in ${name}`}
      className={clsx(
        'absolute flex items-center gap-1 rounded-full bg-shade/60 px-2.5 py-1 text-[13px] leading-4.5 font-semibold text-white',
        className,
      )}
    >
      <Camera aria-hidden className="size-3.5" strokeWidth={2} />
      {t`Live selfie`}
    </span>
  )
}
