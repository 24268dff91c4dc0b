import { t } from '@lingui/core/macro'
import { freeText } from '@zing/proto/fields'
import { APPLICATION_ANSWER_MAX, APPLICATION_QUESTION_MAX } from '@zing/proto/limits'
import { type FormEvent, useState } from 'react'
import { focusAtOnce } from '../../../lib/input/focus-at-once.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal, ModalClose, ModalHint, ModalTitle } from '../../../ui/dialogs/modal.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

interface WordsDialogProps {
  title: string
  hint: string
  label: string
  action: string
  isDanger?: boolean
  /** A question is shorter than a reason. */
  isQuestion?: boolean
  isPending: boolean
  onSend: (text: string) => void
  onClose: () => void
}

/** Asks for words that go with a decision. */
export function WordsDialog({
  title,
  hint,
  label,
  action,
  isDanger,
  isQuestion,
  isPending,
  onSend,
  onClose,
}: WordsDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent): void {
    event.preventDefault()
    const parsed = freeText(isQuestion ? APPLICATION_QUESTION_MAX : APPLICATION_ANSWER_MAX).safeParse(text)
    if (parsed.success) onSend(parsed.data)
    else setError(parsed.error.issues[0]?.message)
  }

  return (
    <Modal isSticky onClose={onClose}>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">{title}</ModalTitle>
      <ModalHint className="mt-2 text-ink-2">{hint}</ModalHint>
      <form noValidate onSubmit={submit} className="mt-5 flex flex-col gap-4">
        <Field label={label} error={error}>
          {(control) => (
            <TextArea
              {...control}
              ref={focusAtOnce}
              value={text}
              onChange={({ target }) => {
                setText(target.value)
                setError(undefined)
              }}
            />
          )}
        </Field>
        <div className="flex flex-col gap-2">
          <Button type="submit" variant={isDanger ? 'destructive' : 'default'} wide disabled={isPending}>
            {isPending && <Spinner />}
            {action}
          </Button>
          <ModalClose variant="ghost" wide disabled={isPending}>{t`Cancel`}</ModalClose>
        </div>
      </form>
    </Modal>
  )
}
