import { PRODUCT_NAME } from '@zing/proto/product'
import { clsx } from 'clsx'
import { Camera } from 'lucide-react'

/** Small mark on a photo. It tells where the photo was taken, and proves nothing. */
export function LiveMark({ className }: { className?: string }) {
  return (
    <span
      title={`Taken with the camera in ${PRODUCT_NAME}`}
      className={clsx(
        'absolute flex items-center gap-1 rounded-full bg-shade/60 px-2.5 py-1 text-[13px] leading-4.5 font-semibold text-white',
        className,
      )}
    >
      <Camera aria-hidden className="size-3.5" strokeWidth={2} />
      Live selfie
    </span>
  )
}
