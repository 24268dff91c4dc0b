import { Undo2 } from 'lucide-react'
import { useUndo } from '../../queries/undo.ts'

/** Undoes the latest pass or like. The list shows that card again. */
export function UndoButton() {
  const { mutate, isPending } = useUndo()
  return (
    <button
      type="button"
      aria-label="Undo"
      title="Undo the last pass or like"
      disabled={isPending}
      onClick={() => mutate()}
      className="grid size-11 place-items-center rounded-full bg-white/20 text-white transition-transform active:scale-90 disabled:opacity-50"
    >
      <Undo2 aria-hidden className="size-5" strokeWidth={1.75} />
    </button>
  )
}
