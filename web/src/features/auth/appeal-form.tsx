import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { freeText } from '@zing/proto/fields'
import { APPEAL_TEXT_MAX } from '@zing/proto/limits'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { useAppeal } from '../../queries/moderation/appeals.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { TextArea } from '../../ui/inputs/text-area.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const Form = z.object({ text: freeText(APPEAL_TEXT_MAX) })

interface AppealFormProps {
  token: string
  onSent: () => void
  /** The login was refused for another decision than the appealed one. */
  onInvalid: () => void
}

export function AppealForm({ token, onSent, onInvalid }: AppealFormProps) {
  const { mutateAsync, isPending } = useAppeal()
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { text: '' } })

  const submit = useSingleFlight(({ text }: z.output<typeof Form>) =>
    mutateAsync({ token, text }).then(onSent, (error: Error) => {
      if (hasCode(error, 'APPEAL_MADE')) return onSent()
      toastError(t`Couldn't send your appeal`, error.message)
      if (hasCode(error, 'APPEAL_INVALID')) onInvalid()
    }),
  )

  return (
    <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-4">
      <h3 className="text-lg">{t`Appeal`}</h3>
      <Field
        label={t`Why is the decision wrong?`}
        hint={t`You can appeal once. A different moderator will read it.`}
        error={form.formState.errors.text?.message}
      >
        {(control) => <TextArea {...control} {...form.register('text')} />}
      </Field>
      <Button type="submit" wide disabled={isPending}>
        {isPending && <Spinner />}
        {t`Send appeal`}
      </Button>
    </form>
  )
}
