import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { SettingsChange } from '@zing/proto/community/settings'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { settingsQuery } from '../../../queries/moderation/settings.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ChangeList } from './change-list.tsx'

interface ConflictDialogProps {
  /** The other admin's changes. */
  changes: readonly SettingsChange[]
  isPending: boolean
  onTheirs: () => void
  onMine: () => void
  onClose: () => void
}

/** Two admins have changed settings at once: this one decides what stays. */
export function ConflictDialog({ changes, isPending, onTheirs, onMine, onClose }: ConflictDialogProps) {
  const client = useQueryClient()
  const takeTheirs = useSingleFlight(() => client.refetchQueries({ queryKey: settingsQuery.queryKey }).then(onTheirs))
  return (
    <Modal role="alertdialog" isSticky onClose={onClose}>
      <ModalTitle className="text-xl">{t`Someone was faster`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`Another admin has changed the settings since you opened them:`}</ModalHint>
      <div className="mt-4 rounded-(--radius-input) bg-surface-2 p-4">
        <ChangeList changes={changes} />
      </div>
      <p className="mt-4 text-sm text-ink-2">{t`Keep mine saves your changes on top. What only the other admin has changed stays.`}</p>
      <div className="mt-6 flex flex-col gap-2">
        <Button wide disabled={isPending} onClick={onMine}>
          {isPending && <Spinner />}
          {t`Keep mine`}
        </Button>
        <Button variant="outline" wide disabled={isPending} onClick={takeTheirs}>{t`Use theirs`}</Button>
      </div>
    </Modal>
  )
}
