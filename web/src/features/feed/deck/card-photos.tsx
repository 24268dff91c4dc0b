import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Photo } from '@zing/proto/profiles/story'
import { clsx } from 'clsx'
import { useState } from 'react'
import { LiveMark } from '../../../ui/person/live-mark.tsx'
import { ProfilePhoto } from '../../../ui/person/profile-photo.tsx'
import { endCardTip } from './card-tip.tsx'

interface CardPhotosProps {
  name: string
  photos: readonly Photo[]
  /** Only the card on top can be flipped. */
  isTop: boolean
}

/** Below the bars. */
const MARK = 'start-3 top-4.5'
const HALF = 'absolute inset-y-0 w-1/2 rounded-card outline-offset-[-6px]'

/** The photos of a card. A tap on the right half shows the next one, on the left half the previous one. */
export function CardPhotos({ name, photos, isTop }: CardPhotosProps) {
  const client = useQueryClient()
  const [index, setIndex] = useState(0)
  const [seen, setSeen] = useState(0)

  function show(next: number): void {
    endCardTip(client)
    if (next < 0 || next >= photos.length) return
    setIndex(next)
    setSeen(Math.max(seen, next))
  }

  if (photos.length < 2)
    return (
      <>
        <ProfilePhoto path={photos[0]?.path ?? null} name={name} isFirst={isTop} />
        {photos[0]?.isLive && <LiveMark className={MARK} />}
      </>
    )
  const loaded = photos.slice(0, isTop ? seen + 2 : 1) // the next one too, so that it is there at once
  return (
    <>
      {loaded.map(({ id, path, isLive }, at) => (
        <div key={id} aria-hidden={at !== index} className={clsx('absolute inset-0', at !== index && 'opacity-0')}>
          <ProfilePhoto
            path={path}
            name={t`${name}, photo ${at + 1} of ${photos.length}`}
            isFirst={isTop && at === 0}
          />
          {isLive && <LiveMark className={MARK} />}
        </div>
      ))}
      <div aria-hidden className="absolute inset-x-3 top-2 flex gap-1">
        {photos.map(({ id }, at) => (
          <span
            key={id}
            className={clsx('h-1 flex-1 rounded-full shadow-sm', at === index ? 'bg-white' : 'bg-shade/45')}
          />
        ))}
      </div>
      <button
        type="button"
        aria-label={t`Previous photo`}
        aria-disabled={index === 0}
        onClick={() => show(index - 1)}
        className={clsx(HALF, 'start-0')}
      />
      <button
        type="button"
        aria-label={t`Next photo`}
        aria-disabled={index === photos.length - 1}
        onClick={() => show(index + 1)}
        className={clsx(HALF, 'end-0')}
      />
      {isTop && <p aria-live="polite" className="sr-only">{t`Photo ${index + 1} of ${photos.length}`}</p>}
    </>
  )
}
