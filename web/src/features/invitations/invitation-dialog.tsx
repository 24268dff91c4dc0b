import { t } from '@lingui/core/macro'
import type { Invitation } from '@zing/proto/community/door'
import { Copy, Share2, X } from 'lucide-react'
import { Suspense } from 'react'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { Button } from '../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const QrCode = lazyComponent(async () => (await import('./qr-code.tsx')).QrCode)

/** The link of an invitation, large enough for the camera of another phone. */
export function InvitationDialog({ one: { link, label }, onClose }: { one: Invitation; onClose: () => void }) {
  const url = new URL(link, window.location.origin).href
  return (
    <Modal onClose={onClose}>
      <div className="flex items-center justify-between gap-2">
        <ModalTitle className="text-xl [overflow-wrap:anywhere]">{label || t`Your invitation`}</ModalTitle>
        <ModalClose aria-label={t`Close`} variant="ghost" size="icon">
          <X aria-hidden className="size-5" />
        </ModalClose>
      </div>
      <div className="mx-auto my-4 grid aspect-square w-full max-w-[min(18rem,50dvh)] place-items-center text-zing">
        <Suspense fallback={<Spinner className="size-8" />}>
          <QrCode text={url} label={t`QR code of the invitation`} />
        </Suspense>
      </div>
      <ModalHint className="text-center text-sm text-ink-2 select-all [overflow-wrap:anywhere]">{url}</ModalHint>
      <div className="mt-4 flex flex-col gap-2">
        <Button wide onClick={() => void copy(url)}>
          <Copy aria-hidden className="size-5" strokeWidth={1.75} />
          {t`Copy the link`}
        </Button>
        {Reflect.has(navigator, 'share') && (
          <Button variant="outline" wide onClick={() => void share(url)}>
            <Share2 aria-hidden className="size-5" strokeWidth={1.75} />
            {t`Share`}
          </Button>
        )}
      </div>
    </Modal>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast(t`Link copied`)
  } catch {
    toastError(t`Couldn't copy the link`, t`Please select and copy it.`)
  }
}

async function share(url: string): Promise<void> {
  try {
    await navigator.share({ url })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return // closed by the user
    toastError(t`Couldn't share the link`, url)
  }
}
