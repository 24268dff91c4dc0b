import { Suspense, useEffect } from 'react'
import { useStore } from '../../lib/create-store.ts'
import { closeReport, reportTarget } from '../../lib/report-store.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'

const ReportDialog = lazyComponent(async () => (await import('./report-dialog.tsx')).ReportDialog)

/** Shows the report dialog that any screen of a signed-in user opens, and closes it when the session ends. */
export function ReportHost() {
  const target = useStore(reportTarget)
  useEffect(() => closeReport, [])
  if (!target) return null
  return (
    <Suspense>
      <ReportDialog key={target.user.id} {...target} onClose={closeReport} />
    </Suspense>
  )
}
