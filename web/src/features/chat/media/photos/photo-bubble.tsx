import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { urlOf } from '@zing/proto/endpoint'
import { getMedia } from '@zing/proto/http/media'
import { CHAT_PHOTO_THUMB_PIXELS } from '@zing/proto/limits'
import { clsx } from 'clsx'
import { EyeOff, ImageOff } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { notAwaited } from '../../../../lib/http/not-awaited.ts'
import { focusAtOnce } from '../../../../lib/input/focus-at-once.ts'
import { retryPhotos, setPhotoFailed, useHasPhotoFailed } from '../../../../lib/photos/failed-photos.ts'
import { unveil } from '../../../../queries/chat/media/unveil.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { photoBox } from '../media-box.ts'
import type { Pictured } from '../media-of.ts'
import { UploadRing } from '../upload-ring.tsx'
import { CoveredPhoto } from './covered-photo.tsx'
import { Placeholder } from './placeholder.tsx'
import { useObjectUrl } from './use-object-url.ts'

const PhotoViewer = lazyComponent(async () => (await import('./photo-viewer.tsx')).PhotoViewer)

interface PhotoBubbleProps extends Pictured {
  partnerId: number
  partnerName: string
  isMine: boolean
  caption: string
  outboxId: string | null
}

/** A photo in the conversation. A veiled or perhaps explicit photo fetches nothing before the tap. */
export function PhotoBubble({ mediaId, file, isVeiled, mayBeNude, placeholder, outboxId, ...photo }: PhotoBubbleProps) {
  const { width, height, partnerId, partnerName, isMine, caption } = photo
  const client = useQueryClient()
  const [own] = useState(file) // still at hand once it is sent, so that nothing flickers
  const ownUrl = useObjectUrl(own?.bytes ?? null, own?.type ?? '')
  const [isWanted, setWanted] = useState(false) // in this view
  const [isOpen, setOpen] = useState(false)
  const path = mediaId === null ? null : urlOf(getMedia, { params: { id: mediaId } })
  const full = ownUrl ?? path
  const thumb = ownUrl ?? (path && `${path}?size=thumb`)
  const hasFailed = useHasPhotoFailed(thumb)
  const isHidden = isVeiled && !isWanted
  const name = isMine ? t`Your photo` : t`Photo from ${partnerName}`

  function tap(): void {
    if (isHidden) setWanted(true)
    else if (hasFailed) retryPhotos()
    else setOpen(true)
  }

  if (mayBeNude && !isWanted)
    return (
      <CoveredPhoto
        name={name}
        size={{ width, height }}
        placeholder={placeholder}
        partnerId={partnerId}
        onShow={() => setWanted(true)}
      />
    )
  return (
    <>
      <button
        ref={mayBeNude ? focusAtOnce : undefined} // in place of the button that showed it
        type="button"
        aria-label={isHidden ? t`Tap to see the photo` : name}
        aria-haspopup={isHidden ? undefined : 'dialog'}
        disabled={!full && !isHidden}
        onClick={tap}
        className="relative block overflow-hidden rounded-2xl bg-surface-2"
        style={photoBox({ width, height })}
      >
        {placeholder && <Placeholder hash={placeholder} className="absolute inset-0 size-full" />}
        {isHidden && (
          <Note icon={<EyeOff aria-hidden className="size-6" strokeWidth={1.75} />}>{t`Tap to see the photo`}</Note>
        )}
        {!isHidden && hasFailed && (
          <Note
            icon={<ImageOff aria-hidden className="size-6" strokeWidth={1.75} />}
          >{t`Couldn't load it. Tap to try again.`}</Note>
        )}
        {!isHidden && thumb && !hasFailed && (
          <img
            key={thumb}
            src={thumb}
            {...(!ownUrl && { srcSet: `${thumb} ${CHAT_PHOTO_THUMB_PIXELS}w, ${full} ${width}w`, sizes: '15rem' })}
            alt=""
            decoding="async"
            onLoad={() => (isVeiled ? unveil(client, partnerId) : notAwaited())}
            onError={() => setPhotoFailed(thumb)}
            className="absolute inset-0 size-full object-cover"
          />
        )}
        {outboxId && (
          <UploadRing
            id={outboxId}
            className="absolute inset-0 m-auto size-12 rounded-full bg-shade/60 p-1.5 text-white"
          />
        )}
      </button>
      {isOpen && full && (
        <Suspense>
          <PhotoViewer
            src={full}
            name={name}
            caption={caption}
            partnerId={partnerId}
            isMine={isMine}
            size={{ width, height }}
            placeholder={placeholder}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function Note({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <span
      className={clsx(
        'absolute inset-0 flex flex-col items-center justify-center gap-2 bg-shade/55 p-3 text-center',
        'text-sm font-semibold text-white',
      )}
    >
      {icon}
      {children}
    </span>
  )
}
