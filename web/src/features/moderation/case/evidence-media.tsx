import { t } from '@lingui/core/macro'
import type { ShownEvidenceMessage } from '@zing/proto/moderation/evidence'
import { Tag } from '../tag.tsx'
import { WantedPhoto } from './wanted-photo.tsx'

interface EvidenceMediaProps {
  media: NonNullable<ShownEvidenceMessage['media']>
  /** The sender's. */
  name: string
  caption: string
}

/** The photo or recording of a marked message. */
export function EvidenceMedia({ media: { kind, path, mayBeNude }, name, caption }: EvidenceMediaProps) {
  if (kind === 'photo')
    return (
      <div className="mt-1 flex flex-col items-start gap-2">
        <WantedPhoto path={path} alt={t`Sent by ${name}`} action={t`Show the photo`} caption={caption} />
        {mayBeNude && <Tag className="border-warn text-warn">{t`May be explicit`}</Tag>}
      </div>
    )
  return (
    // biome-ignore lint/a11y/useMediaCaption: nobody has written down what is said
    <audio
      controls
      controlsList="nodownload noplaybackrate" // no button saves evidence, and a narrow screen has room to seek
      preload="none"
      src={path}
      aria-label={t`Voice message from ${name}`}
      className="mt-1 w-full"
    />
  )
}
