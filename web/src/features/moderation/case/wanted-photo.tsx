import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Maximize2 } from 'lucide-react'
import { useState } from 'react'
import { createStore } from '../../../lib/state/create-store.ts'
import { perSession, useSessionStore } from '../../../lib/state/per-session.ts'
import { Button } from '../../../ui/button.tsx'
import { FullPhoto } from '../../../ui/dialogs/full-photo.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'

/** True if this moderator wants to see photos at once, until the session ends. */
const showsPhotos = perSession(() => createStore(false))

/** One switch for all photos of evidence. */
export function PhotosSwitch() {
  const client = useQueryClient()
  const isOn = useSessionStore(showsPhotos)
  return (
    <Switch
      text={t`Show photos at once`}
      isOn={isOn}
      className="text-sm sm:max-w-80"
      onToggle={() => showsPhotos(client).set(!isOn)}
    />
  )
}

interface WantedPhotoProps {
  path: string
  alt: string
  /** Says which photo the button shows. */
  action: string
  caption?: string
  /** A profile photo; else it keeps its shape. */
  isProfile?: boolean
}

/** Grey and blurred until the moderator wants to see it: it may be disturbing. A tap then enlarges it. */
export function WantedPhoto({ path, alt, action, caption = '', isProfile = false }: WantedPhotoProps) {
  const isAlways = useSessionStore(showsPhotos)
  const [isWanted, setWanted] = useState<boolean | null>(null)
  const [isLarge, setLarge] = useState(false)
  const isShown = isWanted ?? isAlways
  return (
    <div className="flex flex-col items-start gap-2">
      <div
        className={clsx(
          'relative overflow-hidden rounded-(--radius-input) bg-surface-2',
          isProfile ? 'w-40' : 'max-w-64',
        )}
      >
        <img
          src={path}
          alt={alt}
          {...(isProfile && { width: 864, height: 1080 })}
          loading="lazy"
          decoding="async"
          className={clsx(
            isProfile
              ? 'aspect-4/5 h-auto w-full object-cover'
              : 'block h-auto max-h-80 min-h-24 max-w-full min-w-24 object-contain',
            !isShown && 'blur-xl grayscale',
          )}
        />
        {isShown && (
          <button
            type="button"
            aria-label={t`Enlarge: ${alt}`}
            aria-haspopup="dialog"
            onClick={() => setLarge(true)}
            className="absolute inset-0 flex cursor-zoom-in items-end justify-end rounded-(--radius-input) p-1.5 -outline-offset-3"
          >
            <span className="grid size-9 place-items-center rounded-full bg-shade/60 text-white">
              <Maximize2 aria-hidden className="size-5" strokeWidth={1.75} />
            </span>
          </button>
        )}
      </div>
      <Button variant="outline" size="sm" aria-pressed={isShown} onClick={() => setWanted(!isShown)}>
        {action}
      </Button>
      {isLarge && <FullPhoto src={path} name={alt} caption={caption} onClose={() => setLarge(false)} />}
    </div>
  )
}
