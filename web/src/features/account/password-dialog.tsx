import type { FormEventHandler, ReactNode } from 'react'
import { useUser } from '../../queries/session/user-context.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

interface PasswordDialogProps {
  title: string
  hint: string
  action: string
  isPending: boolean
  onSubmit: FormEventHandler
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** Dialog with a form that asks for a password. */
export function PasswordDialog({ title, hint, action, isPending, onSubmit, onClose, children }: PasswordDialogProps) {
  const { username } = useUser()
  return (
    <Modal onClose={onClose}>
      <ModalTitle className="text-xl">{title}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{hint}</ModalHint>
      <form onSubmit={onSubmit} noValidate className="mt-5 flex flex-col gap-4">
        {/* without it a password manager does not know whose password the form is about */}
        <input type="text" name="username" dir="auto" autoComplete="username" value={username} readOnly hidden />
        {children}
        <DialogActions action={action} className="mt-2" isPending={isPending} />
      </form>
    </Modal>
  )
}
