import { plural, t } from '@lingui/core/macro'
import { CAPTION_MAX } from '@zing/proto/limits'
import { characters } from '@zing/proto/texts/text'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { focusAtOnce } from '../../../../lib/input/focus-at-once.ts'
import type { ShrunkPhoto } from '../../../../lib/photos/to-photo.ts'
import { toContent } from '../../../../lib/text/message-text.ts'
import type { OutboxMedia } from '../../../../queries/chat/outbox-state.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogActions } from '../../../../ui/dialogs/dialog-actions.tsx'
import { MODAL_CARD, Modal, ModalTitle } from '../../../../ui/dialogs/modal.tsx'
import { TextArea } from '../../../../ui/inputs/text-area.tsx'
import { toOutbox } from '../to-outbox.ts'
import { useObjectUrl } from './use-object-url.ts'

interface PhotoPreviewProps {
  photo: ShrunkPhoto
  partnerName: string
  onSend: (media: OutboxMedia, caption: string) => void
  /** Chooses another photo. */
  onBack: () => void
  onClose: () => void
}

/** A photo as it will be sent, with its caption. A tap beside it does not close it, since both would be lost. */
export function PhotoPreview({ photo, partnerName, onSend, onBack, onClose }: PhotoPreviewProps) {
  const url = useObjectUrl(photo.file, photo.file.type)
  const [caption, setCaption] = useState('')
  const [isSending, setSending] = useState(false)
  const hintId = useId()
  const excess = characters(caption.trim()) - CAPTION_MAX
  const written = caption.trim() === '' ? { content: '' } : toContent(caption)
  const hint =
    excess > 0
      ? plural(excess, {
          one: `# character over the limit of ${CAPTION_MAX}`,
          other: `# characters over the limit of ${CAPTION_MAX}`,
        })
      : 'error' in written
        ? written.error
        : ''

  async function send(event?: FormEvent): Promise<void> {
    event?.preventDefault()
    if (hint || isSending || 'error' in written) return
    setSending(true)
    onSend(await toOutbox(photo), written.content)
    onClose()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }

  return (
    <Modal onClose={onClose} isSticky aria-describedby={undefined} className={`${MODAL_CARD} landscape-phone:max-w-xl`}>
      <ModalTitle
        ref={focusAtOnce}
        tabIndex={-1}
        className="text-xl [overflow-wrap:anywhere]"
      >{t`Photo for ${partnerName}`}</ModalTitle>
      <form onSubmit={send} className="mt-3 flex flex-col gap-3">
        <div className="grid place-items-center rounded-card bg-surface-2">
          {url && (
            <img
              src={url}
              alt={t`Preview`}
              width={photo.width}
              height={photo.height}
              className="max-w-full rounded-card object-contain"
              style={{ maxHeight: '38dvh', width: 'auto' }}
            />
          )}
        </div>
        <TextArea
          rows={1}
          aria-label={t`Caption`}
          aria-describedby={hintId}
          placeholder={t`Add a caption`}
          enterKeyHint="send"
          value={caption}
          onChange={({ target }) => setCaption(target.value)}
          onKeyDown={onKeyDown}
        />
        <p id={hintId} aria-live="polite" className="px-2 text-sm text-bad empty:hidden">
          {hint}
        </p>
        <Button variant="link" size="sm" onClick={onBack}>{t`Choose another photo`}</Button>
        <DialogActions action={t`Send`} className="" isPending={isSending} isDisabled={hint !== ''} />
      </form>
    </Modal>
  )
}
