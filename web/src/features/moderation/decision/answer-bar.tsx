import { clsx } from 'clsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { Shortcut } from '../case/shortcuts.tsx'

export interface Answer extends Required<Shortcut> {
  /** An answer with a variant opens a dialog first; the plain one decides at once. */
  variant?: 'outline' | 'danger'
}

interface AnswerBarProps {
  answers: readonly Answer[]
  isPending: boolean
  className?: string
}

/** The answers to a person who waits, always in sight. Their keys need `Shortcuts`. */
export function AnswerBar({ answers, isPending, className }: AnswerBarProps) {
  return (
    <div className={clsx('sticky bottom-0 -mx-4 flex gap-2 border-t border-line bg-bg px-4 py-3', className)}>
      {answers.map(({ key, text, variant, run }) => (
        <Button
          key={key}
          variant={variant}
          className="flex-1 px-3!"
          aria-keyshortcuts={key}
          aria-haspopup={variant && 'dialog'}
          title={`${text} (${key})`}
          disabled={isPending}
          onClick={run}
        >
          {isPending && !variant && <Spinner />}
          {text}
        </Button>
      ))}
    </div>
  )
}
