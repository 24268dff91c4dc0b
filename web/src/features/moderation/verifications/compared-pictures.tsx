import { t } from '@lingui/core/macro'
import type { QueuedVerification } from '@zing/proto/http/staff/verifications'
import { PoseFigure } from '../../../ui/person/pose-figure.tsx'
import { nameOf } from '../words.ts'
import { POSE_NAMES } from './sign-words.ts'

/** The main photo, large, beside the frames with the pose that each shall show. */
export function ComparedPictures({ one: { user, photo, frames } }: { one: QueuedVerification }) {
  const name = nameOf(user)
  return (
    // three pictures of 4:5 fill the height of the window, whatever its width
    <div className="grid w-full max-w-[max(17rem,66dvh)] shrink-0 grid-cols-[2fr_1fr] gap-1.5 self-center lg:self-start">
      <figure className="relative row-span-2">
        <Picture path={photo} alt={t`Main photo of ${name}`} />
        <figcaption className="absolute start-2 bottom-2 rounded-full bg-shade/75 px-2.5 py-1 text-[13px] leading-4.5 font-semibold text-white">{t`Main photo`}</figcaption>
      </figure>
      {frames.map(({ pose, path }) => {
        const asked = t(POSE_NAMES[pose])
        return (
          <figure key={pose} className="relative">
            <Picture path={path} alt={t`${name}, asked: ${asked}`} />
            <figcaption className="absolute inset-x-0 bottom-0 flex flex-wrap items-end gap-1 rounded-b-xl bg-linear-to-t from-shade/95 via-shade/75 to-transparent p-1.5 pt-6 text-[13px] leading-4 font-semibold text-white sm:p-2 sm:text-sm">
              <PoseFigure pose={pose} isUnmirrored className="size-10 rounded-lg bg-surface text-ink max-sm:hidden" />
              <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{asked}</span>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}

function Picture({ path, alt }: { path: string; alt: string }) {
  return (
    <img
      src={path}
      alt={alt}
      width={864}
      height={1080}
      decoding="async"
      className="aspect-4/5 h-full w-full rounded-xl bg-surface-2 object-cover"
    />
  )
}
