import { useQueryClient } from '@tanstack/react-query'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { clsx } from 'clsx'
import { Flag } from 'lucide-react'
import { openReport } from '../../lib/state/report-store.ts'
import { plainNameOf } from '../../lib/text/demo-name.ts'

interface ReportButtonProps {
  profile: PublicProfile
  /** On a photo it has a background of its own. */
  isOnPhoto?: boolean
  /**
   * A match has a chat, whose messages can be named in the report. Its circle is small and one tab stop. The button is for
   * screen readers, and the chat's menu has the same entry.
   */
  isMatch?: boolean
}

/** Quiet button in the upper corner of a card. */
export function ReportButton({ profile, isOnPhoto = false, isMatch = false }: ReportButtonProps) {
  const client = useQueryClient()
  return (
    <button
      type="button"
      aria-label={`Report ${plainNameOf(profile.name)}`}
      aria-haspopup="dialog"
      tabIndex={isMatch ? -1 : undefined}
      onClick={() => openReport(client, profile, { hasChat: isMatch })}
      className={clsx(
        'absolute grid size-11 place-items-center rounded-full',
        isOnPhoto && 'top-1.5 right-1.5 text-white',
        isMatch && 'sr-only',
      )}
    >
      <span className={clsx('grid size-8 place-items-center rounded-full', isOnPhoto && 'bg-shade/60')}>
        <Flag aria-hidden className="size-4" strokeWidth={1.75} />
      </span>
    </button>
  )
}
