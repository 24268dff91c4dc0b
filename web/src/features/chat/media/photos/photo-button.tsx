import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { ImagePlus } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import type { OutboxMedia } from '../../../../queries/chat/outbox-state.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'

const PhotoDialog = lazyComponent(async () => (await import('./photo-dialog.tsx')).PhotoDialog)

interface PhotoButtonProps {
  partnerName: string
  /** Why the partner takes no photos now; null if they do. */
  refusal: string | null
  onRefusal: (reason: string) => void
  onSend: (media: OutboxMedia, caption: string) => void
}

/** Opens the dialog for a photo, also for a picture that is pasted into the message. */
export function PhotoButton({ partnerName, refusal, onRefusal, onSend }: PhotoButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [pasted, setPasted] = useState<File | null>(null)

  function open(): void {
    if (refusal !== null) onRefusal(refusal)
    else setOpen(true)
  }

  const paste = useRef<(event: ClipboardEvent) => void>(() => {})
  paste.current = (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (!file) return
    event.preventDefault()
    setPasted(file)
    open()
  }

  useEffect(() => {
    const form = button.current?.form
    const onPaste = (event: ClipboardEvent) => paste.current(event)
    form?.addEventListener('paste', onPaste)
    return () => form?.removeEventListener('paste', onPaste)
  }, [])

  function close(): void {
    setOpen(false)
    setPasted(null)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t`Add a photo`}
        aria-haspopup="dialog"
        onClick={open}
        className={clsx(
          'grid h-12 w-11 shrink-0 place-items-center rounded-full text-ink-2',
          refusal !== null && 'opacity-50',
        )}
      >
        <ImagePlus aria-hidden className="size-6" strokeWidth={1.75} />
      </button>
      {isOpen && (
        <Suspense>
          <PhotoDialog partnerName={partnerName} first={pasted} onSend={onSend} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
