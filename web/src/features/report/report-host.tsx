import { useQueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSessionStore } from '../../lib/state/per-session.ts'
import { reportTarget } from '../../lib/state/report-store.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Shows the report dialog that any screen of a signed-in user opens. */
export function ReportHost() {
  const client = useQueryClient()
  const target = useSessionStore(reportTarget)
  if (!target) return null
  return (
    <Suspense>
      <ReportDialog key={target.user.id} {...target} onClose={() => reportTarget(client).set(null)} />
    </Suspense>
  )
}
