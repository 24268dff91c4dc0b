import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { BadgeCheck } from 'lucide-react'
import { toast } from '../../lib/state/toast-store.ts'

/** The mark of a verified user, where a link lies over it. */
export function VerifiedMark({ className = 'size-[1.1em]' }: { className?: string }) {
  return (
    <>
      <BadgeCheck aria-hidden className={clsx('inline shrink-0 align-[-0.15em]', className)} strokeWidth={2} />
      <span className="sr-only">{t`Verified`}</span>
    </>
  )
}

/** The mark of a verified user beside the name; a tap explains it. */
export function VerifiedBadge() {
  return (
    <button
      type="button"
      title={t`Verified`}
      onClick={() => toast(t`Verified`, t`A moderator has compared these photos with poses before the camera.`)}
      className="pointer-events-auto relative z-1 -m-2 inline-grid size-11 shrink-0 place-items-center align-middle text-[1.375rem] tracking-normal"
    >
      <VerifiedMark className="size-5.5" />
    </button>
  )
}
