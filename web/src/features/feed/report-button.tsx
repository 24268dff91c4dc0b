import type { PublicProfile } from '@zing/proto/users'
import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import { openReport } from '../../lib/report-store.ts'

interface ReportButtonProps {
  profile: PublicProfile
  /** On a photo it has a background of its own. */
  isOnPhoto?: boolean
  /** A match has a chat, whose messages can be named in the report. */
  isMatch?: boolean
}

/** Quiet button in the upper corner of a card. */
export function ReportButton({ profile, isOnPhoto = false, isMatch = false }: ReportButtonProps) {
  return (
    <button
      type="button"
      aria-label={`Report ${profile.name}`}
      aria-haspopup="dialog"
      onClick={() => openReport(profile, { hasChat: isMatch })}
      className={clsx(
        'absolute grid size-11 place-items-center rounded-full',
        isOnPhoto ? 'top-1.5 right-1.5 text-white' : 'top-0.5 right-0.5 text-ink-2',
      )}
    >
      <span className={clsx('grid size-8 place-items-center rounded-full', isOnPhoto && 'bg-[#24161d]/60')}>
        <Flag aria-hidden className="size-4" strokeWidth={1.75} />
      </span>
    </button>
  )
}
