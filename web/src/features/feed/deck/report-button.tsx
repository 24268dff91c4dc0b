import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import type { PublicProfile } from '@zing/proto/profiles/users'
import { Flag } from 'lucide-react'
import { openReport } from '../../../lib/state/report-store.ts'

/** Quiet button in the upper corner of a card. */
export function ReportButton({ profile }: { profile: PublicProfile }) {
  const client = useQueryClient()
  return (
    <button
      type="button"
      aria-label={t`Report ${plainNameOf(profile.name)}`}
      aria-haspopup="dialog"
      onClick={() => openReport(client, profile, { hasChat: false })}
      className="absolute top-3 end-1.5 z-10 grid size-11 place-items-center rounded-full text-white"
    >
      <span className="grid size-8 place-items-center rounded-full bg-shade/60">
        <Flag aria-hidden className="size-4" strokeWidth={1.75} />
      </span>
    </button>
  )
}
