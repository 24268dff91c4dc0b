import { t } from '@lingui/core/macro'
import { Button } from '../button.tsx'

/** Says that a form shows edits that were not saved last time. */
export function DraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="flex items-center justify-between gap-2 text-sm text-ink-2">
      {t`Your unsaved changes are back.`}
      <Button variant="secondary" size="sm" onClick={onDiscard}>{t`Discard`}</Button>
    </p>
  )
}
