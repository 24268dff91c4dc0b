import { t } from '@lingui/core/macro'
import type { ShownEvidenceMessage } from '@zing/proto/moderation/evidence'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'

interface EvidenceMediaProps {
  media: NonNullable<ShownEvidenceMessage['media']>
  /** The sender's. */
  name: string
}

/** The photo or recording of a marked message. */
export function EvidenceMedia({ media: { kind, path }, name }: EvidenceMediaProps) {
  if (kind === 'photo') return <EvidencePhoto path={path} name={name} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said
    <audio controls preload="none" src={path} aria-label={t`Voice message from ${name}`} className="mt-1 w-full" />
  )
}

/** Blurred until the moderator wants to see it: it may be disturbing. */
function EvidencePhoto({ path, name }: { path: string; name: string }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="mt-1 flex flex-col items-start gap-2">
      <div className="max-w-64 overflow-hidden rounded-(--radius-input) bg-surface-2">
        <img
          src={path}
          alt={t`Sent by ${name}`}
          loading="lazy"
          decoding="async"
          className={clsx('block h-auto max-h-80 min-h-24 max-w-full min-w-24', !isShown && 'blur-xl')}
        />
      </div>
      <Button variant="outline" size="sm" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {t`Show the photo`}
      </Button>
    </div>
  )
}
