import { t } from '@lingui/core/macro'
import { Button } from '../../../ui/button.tsx'
import type { SeenReports } from './use-seen-reports.ts'

/** Says that reports have arrived since the moderator has opened the case, and leads to them. */
export function NewReports({ unseenIds: { length: count }, readUnseen }: SeenReports) {
  const isOne = count === 1
  return (
    <div
      role="status"
      className={count > 0 ? 'flex flex-col items-start gap-3 rounded-card bg-surface-2 p-4' : 'sr-only'}
    >
      {count > 0 && (
        <>
          <p>
            {isOne
              ? t`There's a new report. Please read it before you decide.`
              : t`There are ${count} new reports. Please read them before you decide.`}
          </p>
          <Button variant="outline" size="sm" onClick={readUnseen}>
            {isOne ? t`Read the new report` : t`Read the new reports`}
          </Button>
        </>
      )}
    </div>
  )
}
