import { clsx } from 'clsx'
import { focusAtOnce } from '../../lib/input/focus-at-once.ts'
import { Button } from '../button.tsx'
import { Spinner } from '../spinner.tsx'
import { ModalClose } from './modal.tsx'

interface DialogActionsProps {
  action: string
  isPending: boolean
  isDanger?: boolean
  isDisabled?: boolean
  cancel?: string
  className?: string
  /** Without it the action submits the form around it. */
  onAction?: () => void
}

/** What a dialog does, and the way out, at its end; the way out has the focus if the action cannot be undone. */
export function DialogActions({
  action,
  isPending,
  isDanger = false,
  isDisabled = false,
  cancel = 'Cancel',
  className = 'mt-6',
  onAction,
}: DialogActionsProps) {
  return (
    <div className={clsx('flex flex-col gap-2', className)}>
      <Button
        type={onAction ? 'button' : 'submit'}
        variant={isDanger ? 'destructive' : 'default'}
        wide
        disabled={isPending || isDisabled}
        onClick={onAction}
      >
        {isPending && <Spinner />}
        {action}
      </Button>
      <ModalClose variant="ghost" wide disabled={isPending} ref={isDanger ? focusAtOnce : undefined}>
        {cancel}
      </ModalClose>
    </div>
  )
}
