import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import type { Passkey, PasskeyCreationOptions } from '@zing/proto/accounts/passkeys'
import { KeyRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { canUsePasskeys, passkeyObstacle } from '../../../lib/device/passkeys.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { exactTime, timeAgo } from '../../../lib/text/relative-time.ts'
import { passkeysQuery, useCreatePasskeyOptions, useRemovePasskey } from '../../../queries/session/account.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { ActionRow, Section, SectionNote } from '../section.tsx'
import { SectionLoading } from '../section-loading.tsx'
import { useConfirmed } from '../use-confirmed.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'

export function PasskeysSection() {
  const query = useQuery(passkeysQuery)
  const { data: passkeys } = query
  const list = useRef<HTMLUListElement>(null)
  const focusList = () => list.current?.focus() // the button that had the focus is gone
  return (
    <Section
      title={t`Passkeys`}
      hint={passkeyObstacle() ?? t`Log in with your fingerprint, your face or your device PIN instead of a password.`}
    >
      <SectionLoading
        texts={{ loading: t`Loading your passkeys`, failed: t`Couldn't load your passkeys.` }}
        query={query}
      />
      {passkeys?.length === 0 && <SectionNote>{t`You don't have a passkey yet.`}</SectionNote>}
      {passkeys && passkeys.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label={t`Your passkeys`} className="divide-y divide-line outline-hidden">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemoved={focusList} />
          ))}
        </ul>
      )}
      {canUsePasskeys() && <AddPasskey />}
    </Section>
  )
}

function PasskeyRow({ passkey, onRemoved }: { passkey: Passkey; onRemoved: () => void }) {
  const { id, name, createdAt, lastUsedAt, isSynced } = passkey
  const { mutateAsync, isPending } = useRemovePasskey()
  const { run, dialog } = useConfirmed(
    async () => {
      await mutateAsync(id)
      announce(t`Passkey removed`, name)
      onRemoved()
    },
    (error) => toastError(t`Couldn't remove the passkey`, error.message),
  )
  const remove = useSingleFlight(run)

  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-3">
      <KeyRound aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {name}
        </p>
        <p className="text-sm text-ink-2">
          <time dateTime={createdAt} title={exactTime(createdAt)}>
            {t`Added ${timeAgo(createdAt)}`}
          </time>
          {isSynced && ` · ${t`Synced`}`}
        </p>
        <p className="text-sm text-ink-2">
          {lastUsedAt ? (
            <time dateTime={lastUsedAt} title={exactTime(lastUsedAt)}>
              {t`Last used ${timeAgo(lastUsedAt)}`}
            </time>
          ) : (
            t`Not used yet`
          )}
        </p>
      </div>
      <Button variant="outline" size="sm" aria-busy={isPending} aria-label={t`Remove ${name}`} onClick={remove}>
        {isPending && <Spinner className="size-4" />}
        {t`Remove`}
      </Button>
      {dialog}
    </li>
  )
}

function AddPasskey() {
  const [options, setOptions] = useState<PasskeyCreationOptions | null>(null)
  const { mutateAsync, isPending } = useCreatePasskeyOptions()
  const { run, dialog } = useConfirmed(
    async () => setOptions(await mutateAsync()),
    (error) => toastError(t`Couldn't add a passkey`, error.message),
  )
  const begin = useSingleFlight(run)

  return (
    <>
      <ActionRow aria-haspopup="dialog" aria-busy={isPending} onClick={begin}>{t`Add a passkey`}</ActionRow>
      {dialog}
      {options && <AddPasskeyDialog options={options} onClose={() => setOptions(null)} />}
    </>
  )
}
