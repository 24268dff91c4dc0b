import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useCommunity } from '../../../lib/state/community.ts'
import { shownToast, toastError } from '../../../lib/state/toast-store.ts'
import { useUser } from '../../../queries/session/user-context.ts'
import { Button, buttonStyle } from '../../../ui/button.tsx'
import { Modal, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'

/** Shows new codes, the only time that they can be seen. A tap beside it does not close it, and Back only the second time. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const { username } = useUser()
  const { name } = useCommunity()
  const [isCopied, setCopied] = useState(false)
  const [isWarned, setWarned] = useState(false)
  useEffect(() => shownToast.set(null), []) // one would cover codes
  const file = t`${name} recovery codes of ${username}\nEach code works once.\n\n${codes.join('\n')}\n`

  function copy(): void {
    navigator.clipboard.writeText(file).then(
      () => setCopied(true), // no toast, which would cover the title
      () => toastError(t`Couldn't copy the codes`, t`Please download or print them instead.`),
    )
  }

  return (
    <Modal key={`${isWarned}`} onClose={isWarned ? onClose : () => setWarned(true)} isSticky data-print>
      <ModalTitle className="text-xl">{t`Save your recovery codes`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2 print:hidden">
        {isWarned ? t`Have you saved them?` : t`Keep them somewhere you can get to without this device.`}{' '}
        {t`You'll see them only this once.`}
      </ModalHint>
      <p className="mt-2 hidden print:block">{t`${name}, @${username}. Each code works once.`}</p>
      <ul className="my-5 grid justify-center gap-y-1 rounded-(--radius-input) bg-surface-2 px-3 py-4 font-mono text-[15px] tracking-wide select-all print:bg-white">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="grid grid-cols-2 gap-2 print:hidden">
        <Button variant="outline" size="sm" aria-live="polite" onClick={copy}>
          {isCopied ? t`Copied` : t`Copy`}
        </Button>
        <Button variant="outline" size="sm" onClick={() => window.print()}>{t`Print`}</Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={`${name.toLowerCase()}-recovery-codes.txt`}
          className={clsx(buttonStyle({ variant: 'outline', size: 'sm' }), 'col-span-2')}
        >{t`Download`}</a>
      </div>
      <Button wide className="mt-4 print:hidden" onClick={onClose}>{t`I've saved them`}</Button>
    </Modal>
  )
}
