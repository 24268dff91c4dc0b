import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { gender } from '@zing/proto/fields'
import { MORE_GENDERS } from '@zing/proto/product'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { genderText } from '../../lib/text/choices.ts'
import { Button } from '../button.tsx'
import { MODAL_CARD, Modal, ModalClose, ModalHint, ModalTitle } from '../dialogs/modal.tsx'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

const Form = z.object({ words: gender })

interface MoreGendersDialogProps {
  onChosen: (gender: string) => void
  onClose: () => void
}

export function MoreGendersDialog({ onChosen, onClose }: MoreGendersDialogProps) {
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { words: '' } })

  return (
    <Modal onClose={onClose} className={`${MODAL_CARD} flex flex-col gap-4`}>
      <div>
        <ModalTitle className="text-xl">{t`More genders`}</ModalTitle>
        <ModalHint className="mt-1 text-sm text-ink-2">{t`People who are open to everyone, or to other genders, can see you.`}</ModalHint>
      </div>
      <ul className="flex flex-wrap gap-2">
        {MORE_GENDERS.map((one) => (
          <li key={one}>
            <Button variant="outline" size="sm" className="english-capitals" onClick={() => onChosen(one)}>
              {genderText(one)}
            </Button>
          </li>
        ))}
      </ul>
      <form
        noValidate
        onSubmit={(event) => {
          event.stopPropagation() // React would submit the form around the dialog too
          void form.handleSubmit(({ words }) => onChosen(words))(event)
        }}
        className="flex flex-col gap-3"
      >
        <Field label={t`In your own words`} error={form.formState.errors.words?.message}>
          {(control) => <Input {...control} {...form.register('words')} autoComplete="off" />}
        </Field>
        <Button type="submit" wide>{t`Use this`}</Button>
      </form>
      <ModalClose variant="ghost" wide>{t`Cancel`}</ModalClose>
    </Modal>
  )
}
