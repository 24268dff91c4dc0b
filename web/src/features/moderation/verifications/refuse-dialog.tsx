import { t } from '@lingui/core/macro'
import { VERIFICATION_REASON_MAX } from '@zing/proto/limits'
import { REFUSAL_REASONS, type RefusalReason } from '@zing/proto/moderation/verification'
import { type KeyboardEvent, useState } from 'react'
import { focusAtOnce } from '../../../lib/input/focus-at-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import { REFUSAL_NAMES } from './sign-words.ts'

interface RefuseDialogProps {
  name: string
  isPending: boolean
  onRefuse: (reason: RefusalReason, text: string) => void
  onClose: () => void
}

/** Asks for the reason; choosing it refuses. The keys 1 to 4 do the same. */
export function RefuseDialog({ name, isPending, onRefuse, onClose }: RefuseDialogProps) {
  const [text, setText] = useState('')

  function choose(reason: RefusalReason): void {
    onRefuse(reason, text.trim())
  }

  function onKeyDown({ key, target }: KeyboardEvent): void {
    const reason = REFUSAL_REASONS[Number(key) - 1]
    if (reason && !isPending && !(target instanceof HTMLTextAreaElement)) choose(reason)
  }

  return (
    <Modal isSticky onClose={onClose} onKeyDown={onKeyDown}>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">{t`Why refuse ${name}?`}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{t`They read the reason, and can try again. Add words first if you like.`}</ModalHint>
      <div className="mt-4 flex flex-col gap-2">
        <Field label={t`Words for the member (optional)`}>
          {(control) => (
            <TextArea
              {...control}
              value={text}
              maxLength={VERIFICATION_REASON_MAX}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        {REFUSAL_REASONS.map((reason, index) => (
          <Button
            key={reason}
            ref={index === 0 ? focusAtOnce : undefined}
            variant="danger"
            align="start"
            wide
            disabled={isPending}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => choose(reason)}
            className="py-1.5 whitespace-normal! text-start"
          >
            <span aria-hidden className="text-ink-2 tabular-nums">
              {index + 1}
            </span>
            {t(REFUSAL_NAMES[reason])}
          </Button>
        ))}
        <ModalClose variant="ghost" wide disabled={isPending}>{t`Cancel`}</ModalClose>
      </div>
    </Modal>
  )
}
