import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Invitation } from '@zing/proto/community/door'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../lib/state/toast-store.ts'
import { exactTime } from '../../lib/text/relative-time.ts'
import { useWithdrawInvitation } from '../../queries/invitations.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { Modal, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'

export function InvitationCard({ one, onShow }: { one: Invitation; onShow: () => void }) {
  const me = useUser()
  const [isAsked, setAsked] = useState(false)
  const { label, by, expiresAt, needsApproval } = one
  const name = label || t`Invitation ${one.id}`
  const byName = by.name ?? t`Deleted member ${by.id}`
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
      <div className="[overflow-wrap:anywhere]">
        <p className="font-semibold">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-2">
          {usesText(one)}
          {expiresAt && (
            <>
              {' · '}
              <Trans>
                until <time dateTime={expiresAt}>{exactTime(expiresAt)}</time>
              </Trans>
            </>
          )}
          {needsApproval && ` · ${t`still needs approval`}`}
          {by.id !== me.id && (
            <>
              {' · '}
              <Trans>
                by <bdi>{byName}</bdi>
              </Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          aria-haspopup="dialog"
          aria-label={t`Link and QR code of ${name}`}
          onClick={onShow}
        >{t`Link and QR code`}</Button>
        <Button
          variant="danger"
          size="sm"
          aria-haspopup="dialog"
          aria-label={t`Withdraw ${name}`}
          onClick={() => setAsked(true)}
        >{t`Withdraw`}</Button>
      </div>
      {isAsked && <Withdraw id={one.id} name={name} onClose={() => setAsked(false)} />}
    </li>
  )
}

function Withdraw({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { mutateAsync, isPending } = useWithdrawInvitation()
  const withdraw = useSingleFlight(() =>
    mutateAsync(id).then(
      () => announce(t`Invitation withdrawn`),
      (error: Error) => {
        toastError(t`Couldn't withdraw the invitation`, error.message)
        onClose()
      },
    ),
  )
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">{t`Withdraw ${name}?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`Its link stops working at once. Who has joined with it stays.`}</ModalHint>
      <DialogActions action={t`Withdraw`} isDanger isPending={isPending} onAction={withdraw} />
    </Modal>
  )
}

function usesText({ uses, used }: Invitation): string {
  if (uses === null) return plural(used, { one: '# person has come', other: '# people have come' })
  return t`${used} of ${uses} used`
}
