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
  const name = label || `Invitation ${one.id}`
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
              {' · until '}
              <time dateTime={expiresAt}>{exactTime(expiresAt)}</time>
            </>
          )}
          {needsApproval && ' · still needs approval'}
          {by.id !== me.id && (
            <>
              {' · by '}
              <bdi>{by.name ?? `Deleted user ${by.id}`}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-haspopup="dialog" aria-label={`Link and QR code of ${name}`} onClick={onShow}>
          Link and QR code
        </Button>
        <Button
          variant="danger"
          size="sm"
          aria-haspopup="dialog"
          aria-label={`Withdraw ${name}`}
          onClick={() => setAsked(true)}
        >
          Withdraw
        </Button>
      </div>
      {isAsked && <Withdraw id={one.id} name={name} onClose={() => setAsked(false)} />}
    </li>
  )
}

function Withdraw({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { mutateAsync, isPending } = useWithdrawInvitation()
  const withdraw = useSingleFlight(() =>
    mutateAsync(id).then(
      () => announce('Invitation withdrawn'),
      (error: Error) => {
        toastError("Couldn't withdraw the invitation", error.message)
        onClose()
      },
    ),
  )
  return (
    <Modal role="alertdialog" onClose={onClose}>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">Withdraw {name}?</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">Its link stops working at once. Who has joined with it stays.</ModalHint>
      <DialogActions action="Withdraw" isDanger isPending={isPending} onAction={withdraw} />
    </Modal>
  )
}

function usesText({ uses, used }: Invitation): string {
  if (uses === null) return used === 1 ? '1 person has come' : `${used} people have come`
  return `${used} of ${uses} used`
}
