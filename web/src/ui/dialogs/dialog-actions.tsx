import { t } from '@lingui/core/macro'
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
  /** If absent, the action submits the surrounding form. */
  onAction?: () => void
}

/** The action of a dialog and the way out, which has the focus if the action cannot be undone. */
export function DialogActions({
  action,
  isPending,
  isDanger = false,
  isDisabled = false,
  cancel = t`Cancel`,
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
