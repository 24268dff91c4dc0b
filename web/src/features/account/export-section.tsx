import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { useCreateExport } from '../../queries/session/account.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { ActionRow, Section } from './section.tsx'
import { useConfirmed } from './use-confirmed.tsx'

/** A copy of the user's data: prepared first, then downloaded by a link, which works once. */
export function ExportSection() {
  const [url, setUrl] = useState<string | null>(null)
  const { mutateAsync, isPending } = useCreateExport()
  const { run, dialog } = useConfirmed(
    async () => setUrl((await mutateAsync()).url),
    (error) => toastError(t`Couldn't prepare your copy`, error.message),
  )
  const create = useSingleFlight(run)

  return (
    <Section
      title={t`Your data`}
      hint={t`A ZIP file with your account, likes, matches, messages, blocks and photos. The link works once, within an hour, in this browser.`}
    >
      {url && (
        <div className="p-4">
          <a href={url} download className={clsx(buttonStyle({ wide: true }))}>
            <Download aria-hidden className="size-5 shrink-0" strokeWidth={1.75} />
            {t`Download your data`}
          </a>
        </div>
      )}
      <ActionRow aria-haspopup="dialog" aria-busy={isPending} onClick={create}>
        {url ? t`Prepare another copy` : t`Prepare a copy of your data`}
      </ActionRow>
      {dialog}
    </Section>
  )
}
