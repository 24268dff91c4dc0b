import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import { useCanUndo } from '../../queries/pairs/decisions.ts'
import { useUndo } from '../../queries/pairs/undo.ts'
import { ROUND_BUTTON } from '../../ui/person/card-styles.ts'

/**
 * Undoes the latest pass or like, whose card is back on top. Dim if this visit has nothing to undo; it still works, for a pass of
 * an earlier visit.
 */
export function UndoButton({ className }: { className: string }) {
  const { mutate, isPending } = useUndo()
  const isDim = !useCanUndo()
  return (
    <button
      type="button"
      aria-label={t`Undo`}
      title={isDim ? t`Nothing to undo` : t`Undo the last pass or like`}
      disabled={isPending}
      onClick={() => mutate()}
      className={clsx(ROUND_BUTTON, 'w-11 disabled:opacity-40', isDim && 'opacity-40', className)}
    >
      <Undo2 aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  )
}
