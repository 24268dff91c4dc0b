import { UserRound } from 'lucide-react'
import { notAwaited } from '../../lib/http/not-awaited.ts'
import { setPhotoFailed, useHasPhotoFailed } from '../../lib/photos/failed-photos.ts'
import { COLUMN_SIZES, photoSources } from '../../lib/photos/photo-sources.ts'

interface ProfilePhotoProps {
  /** Null: a drawn placeholder, as for a photo that cannot be loaded. */
  path: string | null
  name: string
  /** Loads at once, because it is the first thing on the screen. */
  isFirst?: boolean
  /** CSS sizes of the photo. */
  sizes?: string
}

/** Photo that fills its parent; faces lie in its upper half. */
export function ProfilePhoto({ path, name, isFirst = false, sizes = COLUMN_SIZES }: ProfilePhotoProps) {
  const hasFailed = useHasPhotoFailed(path)
  if (hasFailed || path === null)
    return (
      <div role="img" aria-label={name} className="grid h-full place-items-center pb-[25%] text-ink-2">
        <UserRound aria-hidden className="size-1/3" strokeWidth={1} />
      </div>
    )
  return (
    <img
      src={path}
      srcSet={photoSources(path)}
      sizes={sizes}
      alt={name}
      width={864}
      height={1080}
      loading={isFirst ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      onLoad={notAwaited}
      onError={() => setPhotoFailed(path)}
      draggable={false}
      className="h-full w-full object-cover object-[50%_30%] short-card:object-[50%_50%]"
    />
  )
}
