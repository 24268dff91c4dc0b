import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { useState } from 'react'
import { hasCode } from '../../lib/http/call.ts'
import { download } from '../../lib/http/download.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { useLeaveLayers } from '../../lib/layers/use-leave-layers.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { useDeleteSuspended, useExportSuspended } from '../../queries/session/suspended.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteAccountDialog } from '../../ui/dialogs/delete-account-dialog.tsx'
import { Spinner } from '../../ui/spinner.tsx'

interface SuspendedDataProps {
  token: string
  isBanned: boolean
  /** The token is not valid any more. */
  onInvalid: () => void
}

/** Lets a user who cannot sign in take their data along and delete the account. */
export function SuspendedData({ token, isBanned, onInvalid }: SuspendedDataProps) {
  const [isAsking, setAsking] = useState(false)
  const copy = useExportSuspended()
  const deletion = useDeleteSuspended()
  const leaveTo = useLeaveLayers()

  const fail = (title: string) => (error: Error) => {
    toastError(title, error.message)
    if (hasCode(error, 'DATA_TOKEN_INVALID')) onInvalid()
  }
  const downloadCopy = useSingleFlight(() =>
    copy.mutateAsync(token).then(({ url }) => {
      download(url)
      toast(t`Your copy is on its way`, t`Look for a ZIP file in your downloads.`)
    }, fail(t`Couldn't prepare your copy`)),
  )
  const deleteAccount = useSingleFlight(() =>
    deletion.mutateAsync(token).then(() => leaveTo(clientRoutes.landing), fail(t`Couldn't delete your account`)),
  )

  return (
    <section aria-labelledby="data" className="flex flex-col gap-3">
      <h3 id="data" className="text-lg">{t`Your data`}</h3>
      <p className="text-ink-2">{t`It's yours: take a copy with you, or delete your account.`}</p>
      <Button variant="outline" wide disabled={copy.isPending} onClick={downloadCopy}>
        {copy.isPending && <Spinner />}
        {t`Download a copy of your data`}
      </Button>
      <Button
        variant="outline"
        wide
        aria-haspopup="dialog"
        onClick={() => setAsking(true)}
      >{t`Delete your account`}</Button>
      {isAsking && (
        <DeleteAccountDialog
          isPending={deletion.isPending}
          isBanned={isBanned}
          onDelete={deleteAccount}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
