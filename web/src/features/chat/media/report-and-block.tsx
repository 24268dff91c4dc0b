import { t } from '@lingui/core/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { Flag, UserRoundX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { openReport } from '../../../lib/state/report-store.ts'
import { profileQuery } from '../../../queries/profiles.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'

const EndMatchDialog = lazyComponent(async () => (await import('../end-match-dialog.tsx')).EndMatchDialog)

const BUTTON = 'inline-flex min-h-11 items-center gap-2 rounded-full px-4 font-semibold text-white'

/** Buttons by which the receiver of a photo reports or blocks its sender. */
export function ReportAndBlock({ partnerId, onReport }: { partnerId: number; onReport?: () => void }) {
  const client = useQueryClient()
  const { data: partner } = useQuery(profileQuery(partnerId))
  const [isBlocking, setBlocking] = useState(false)
  if (!partner) return null
  return (
    <>
      <button
        type="button"
        onClick={() => {
          onReport?.()
          openReport(client, partner, { hasChat: true })
        }}
        className={BUTTON}
      >
        <Flag aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        {t`Report`}
      </button>
      <button type="button" onClick={() => setBlocking(true)} className={BUTTON}>
        <UserRoundX aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
        {t`Block ${plainNameOf(partner.name)}`}
      </button>
      {isBlocking && (
        <Suspense>
          <EndMatchDialog partner={partner} isBlock onClose={() => setBlocking(false)} />
        </Suspense>
      )}
    </>
  )
}
