import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { PHOTOS_MAX } from '@zing/proto/limits'
import type { OwnPhoto } from '@zing/proto/profiles/story'
import { Camera, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useOrderPhotos } from '../../../queries/photos.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { AddPhotoDialog } from './add-photo-dialog.tsx'
import { moved } from './photo-order.ts'
import { PhotoTile } from './photo-tile.tsx'
import { VeiledNotice } from './veiled-notice.tsx'

const FREE_PLACE =
  'flex aspect-4/5 w-full flex-col items-center justify-center gap-1 rounded-(--radius-input) border-2 border-dashed border-line px-2 text-center text-sm font-semibold text-zing'

/** Photos of the profile in an order of the user: the first is the main one. One may be a selfie. */
export function PhotosEditor() {
  const { photos } = useUser()
  const [isAdding, setAdding] = useState(false)
  const [spoken, setSpoken] = useState('')
  const order = useOrderPhotos()
  const selfie = photos.find(({ isSelfie }) => isSelfie)
  const others = photos.length - Number(selfie !== undefined)

  function move(photo: OwnPhoto, to: number): void {
    const next = moved(photos, photos.indexOf(photo), to)
    if (next === photos) return
    order.mutate(next)
    const place = next.indexOf(photo) + 1
    setSpoken(place === 1 ? t`This is your main photo now` : t`Photo moved to position ${place} of ${next.length}`)
  }

  return (
    <section aria-labelledby="photos">
      <h3 id="photos" className="mb-1 text-lg">{t`Photos`}</h3>
      {photos.length > 1 && (
        <p className="mb-3 text-sm text-ink-2">{t`Your main photo is the one in lists and chats. Drag to reorder.`}</p>
      )}
      <ul className="grid grid-cols-3 gap-2">
        {photos.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            index={index}
            count={photos.length}
            onMove={(to) => move(photo, to)}
          />
        ))}
        {!selfie && (
          <li>
            <Link to={clientRoutes.camera} state={{ isFromProfile: true }} className={FREE_PLACE}>
              <Camera aria-hidden className="size-6" strokeWidth={1.75} />
              {t`Take a selfie`}
            </Link>
          </li>
        )}
        {others < PHOTOS_MAX - 1 && (
          <li>
            <button type="button" aria-haspopup="dialog" onClick={() => setAdding(true)} className={FREE_PLACE}>
              <Plus aria-hidden className="size-6" />
              {t`Add a photo`}
            </button>
          </li>
        )}
      </ul>
      {selfie?.isLive && (
        <p className="mt-2 text-sm text-ink-2">{t`Others see “Live selfie” on the photo that you took here.`}</p>
      )}
      {photos.some(({ isVeiled }) => isVeiled) && <VeiledNotice />}
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      {isAdding && <AddPhotoDialog onClose={() => setAdding(false)} />}
    </section>
  )
}
