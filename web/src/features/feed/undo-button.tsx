import { clsx } from 'clsx'
import { Undo2 } from 'lucide-react'
import { useUndo } from '../../queries/pairs/undo.ts'
import { ROUND_BUTTON } from '../../ui/person/card-styles.ts'

/** Undoes the latest pass or like. The list shows that card again. */
export function UndoButton({ className }: { className: string }) {
  const { mutate, isPending } = useUndo()
  return (
    <button
      type="button"
      aria-label="Undo"
      title="Undo the last pass or like"
      disabled={isPending}
      onClick={() => mutate()}
      className={clsx(ROUND_BUTTON, 'w-11 disabled:opacity-50', className)}
    >
      <Undo2 aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  )
}
