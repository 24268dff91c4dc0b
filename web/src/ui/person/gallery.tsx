import { t } from '@lingui/core/macro'
import type { Photo } from '@zing/proto/profiles/story'
import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { scrollBehavior } from '../../lib/view/motion.ts'
import { LiveMark } from './live-mark.tsx'
import { ProfilePhoto } from './profile-photo.tsx'

/** On a phone in landscape the photos fill the height, and the rest of the page is beside them. */
const FRAME =
  'aspect-4/5 max-h-[70dvh] low-window:max-h-[62dvh] landscape-phone:max-h-[92dvh] rail-phone:h-[var(--photo-height,calc(100dvh-var(--below-bars)))] rail-phone:max-h-none w-full rail-phone:w-auto bg-surface-2'

/** A page moves the mark aside if its way back lies over the photo. */
const MARK = 'start-[var(--mark-start,0.75rem)] top-[var(--mark-top,1.125rem)]'

/** Photos side by side: swiped by touch, and by buttons and arrow keys. */
export function Gallery({ name, photos }: { name: string; photos: readonly Photo[] }) {
  const row = useRef<HTMLElement>(null)
  const [index, setIndex] = useState(0)

  function show(next: number): void {
    const width = row.current?.clientWidth ?? 0
    const isRtl = document.documentElement.dir === 'rtl' // counts to the left
    row.current?.scrollTo({ left: (isRtl ? -next : next) * width, behavior: scrollBehavior() })
    setIndex(next)
  }

  function onScroll(): void {
    const { clientWidth = 0, scrollLeft = 0 } = row.current ?? {}
    if (clientWidth > 0) setIndex(Math.round(Math.abs(scrollLeft) / clientWidth))
  }

  if (photos.length < 2)
    return (
      <div className={clsx(FRAME, 'relative overflow-hidden')}>
        <ProfilePhoto path={photos[0]?.path ?? null} name={name} isFirst />
        {photos[0]?.isLive && <LiveMark className={MARK} />}
      </div>
    )
  return (
    <section aria-roledescription={t`carousel`} aria-label={t`Photos of ${name}`} className="relative">
      <section
        ref={row}
        aria-label={t`Photos`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it
        tabIndex={0}
        onScroll={onScroll}
        className={clsx(FRAME, 'flex snap-x snap-mandatory overflow-x-auto [scrollbar-width:none]')}
      >
        {photos.map(({ id, path, isLive }, at) => (
          <div key={id} aria-hidden={at !== index} className="relative h-full w-full shrink-0 snap-center">
            <ProfilePhoto path={path} name={t`${name}, photo ${at + 1} of ${photos.length}`} isFirst={at === 0} />
            {isLive && <LiveMark className={MARK} />}
          </div>
        ))}
      </section>
      <div aria-hidden className="absolute inset-x-3 top-2 flex gap-1">
        {photos.map(({ id }, at) => (
          <span key={id} className={clsx('h-1 flex-1 rounded-full', at === index ? 'bg-white' : 'bg-shade/45')} />
        ))}
      </div>
      <Step
        icon={ChevronLeft}
        label={t`Previous photo`}
        className="start-2"
        isOff={index === 0}
        onStep={() => show(index - 1)}
      />
      <Step
        icon={ChevronRight}
        label={t`Next photo`}
        className="end-2"
        isOff={index === photos.length - 1}
        onStep={() => show(index + 1)}
      />
      <p aria-live="polite" className="sr-only">{t`Photo ${index + 1} of ${photos.length}`}</p>
    </section>
  )
}

interface StepProps {
  icon: LucideIcon
  label: string
  className: string
  isOff: boolean
  onStep: () => void
}

/** At an end it keeps the focus, which a disabled button loses. */
function Step({ icon: Icon, label, className, isOff, onStep }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onStep()}
      className={clsx(
        'absolute top-1/2 grid size-11 -translate-y-1/2 place-items-center rounded-full bg-shade/60 text-white aria-disabled:opacity-0 focus-visible:aria-disabled:opacity-60',
        className,
      )}
    >
      <Icon aria-hidden className="size-6 rtl:-scale-x-100" strokeWidth={1.75} />
    </button>
  )
}
