import { clientRoutes } from '@zing/proto/client-routes'
import { PHOTOS_MAX } from '@zing/proto/limits'
import type { Photo } from '@zing/proto/profiles/story'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useOrderPhotos } from '../../../queries/photos.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { ProfilePhoto } from '../../../ui/person/profile-photo.tsx'
import { AddPhotoDialog } from './add-photo-dialog.tsx'
import { moved } from './photo-order.ts'
import { PhotoTile } from './photo-tile.tsx'

/** Photos of the profile: the selfie, which stays first, and up to five more in an order of the user. */
export function PhotosEditor() {
  const { selfie, photos } = useUser()
  const [isAdding, setAdding] = useState(false)
  const [spoken, setSpoken] = useState('')
  const order = useOrderPhotos()
  const others = photos.filter(({ path }) => path !== selfie)
  const first = photos.filter(({ path }) => path === selfie)

  function move(photo: Photo, to: number): void {
    const next = moved(others, others.indexOf(photo), to)
    if (next === others) return
    order.mutate([...first, ...next])
    setSpoken(`Photo moved to position ${next.indexOf(photo) + 2} of ${others.length + 1}`)
  }

  return (
    <section aria-labelledby="photos">
      <h3 id="photos" className="mb-1 text-lg">
        Photos
      </h3>
      {others.length > 1 && <p className="mb-3 text-sm text-ink-2">Drag to reorder</p>}
      <ul className="grid grid-cols-3 gap-2">
        <li className="relative aspect-4/5 overflow-hidden rounded-(--radius-input) bg-surface-2">
          <ProfilePhoto path={selfie} name="Your selfie" sizes="9rem" />
          <Link
            to={clientRoutes.camera}
            state={{ isFromProfile: true }}
            className="absolute inset-x-1 bottom-1 grid min-h-11 place-items-center rounded-full bg-shade/75 text-[13px] font-semibold text-white"
          >
            New selfie
          </Link>
        </li>
        {others.map((photo, index) => (
          <PhotoTile
            key={photo.id}
            photo={photo}
            place={index + 2}
            onMove={(to) => move(photo, to)}
            index={index}
            count={others.length}
          />
        ))}
        {others.length < PHOTOS_MAX - 1 && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setAdding(true)}
              className="flex aspect-4/5 w-full flex-col items-center justify-center gap-1 rounded-(--radius-input) border-2 border-dashed border-line text-sm font-semibold text-zing"
            >
              <Plus aria-hidden className="size-6" />
              Add a photo
            </button>
          </li>
        )}
      </ul>
      <p aria-live="polite" className="sr-only">
        {spoken}
      </p>
      {isAdding && <AddPhotoDialog onClose={() => setAdding(false)} />}
    </section>
  )
}
