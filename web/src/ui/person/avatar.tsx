import { selfieOfSize } from '@zing/proto/paths'
import { clsx } from 'clsx'
import { UserRound } from 'lucide-react'
import { notAwaited } from '../../lib/http/not-awaited.ts'
import { setPhotoFailed, useHasPhotoFailed } from '../../lib/photos/failed-photos.ts'

interface AvatarProps {
  name: string
  photo: string | null
  className?: string
}

/** Round photo, or a placeholder if none can be loaded; `isDecorative` where the name stands beside it. */
export function Avatar({ name, photo, className = 'size-12', isDecorative }: AvatarProps & { isDecorative?: boolean }) {
  const shape = clsx('shrink-0 rounded-full bg-surface-2 object-cover', className)
  const hasFailed = useHasPhotoFailed(photo)
  if (photo && !hasFailed) {
    return (
      <img
        src={selfieOfSize(photo, 'small')}
        alt={isDecorative ? '' : name}
        width={96}
        height={96}
        decoding="async"
        onLoad={notAwaited}
        onError={() => setPhotoFailed(photo)}
        className={shape}
      />
    )
  }
  const placeholder = (
    <span aria-hidden className={clsx(shape, 'grid place-items-center text-ink-2')}>
      <UserRound className="size-1/2" strokeWidth={1.75} />
    </span>
  )
  if (isDecorative) return placeholder
  return (
    <span role="img" aria-label={name} className="contents">
      {placeholder}
    </span>
  )
}
