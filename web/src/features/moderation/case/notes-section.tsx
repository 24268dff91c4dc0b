import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { freeText } from '@zing/proto/fields'
import { NOTE_TEXT_MAX } from '@zing/proto/limits'
import type { CaseNote } from '@zing/proto/moderation/cases'
import type { RefObject } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { toastError } from '../../../lib/state/toast-store.ts'
import { exactTime, shortTime } from '../../../lib/text/relative-time.ts'
import { useAddCaseNote } from '../../../queries/moderation/moderation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { nameOf } from '../words.ts'
import { CaseSection, Words } from './case-section.tsx'

const Form = z.object({ text: freeText(NOTE_TEXT_MAX) })

interface NotesSectionProps {
  caseId: number
  notes: CaseNote[]
  input: RefObject<HTMLTextAreaElement | null>
}

/** Notes of moderators for each other. */
export function NotesSection({ caseId, notes, input }: NotesSectionProps) {
  const { mutateAsync, isPending } = useAddCaseNote(caseId)
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { text: '' } })
  const { ref, ...text } = form.register('text')

  const submit = useSingleFlight((values: z.output<typeof Form>) =>
    mutateAsync(values.text).then(
      () => form.reset(),
      (error: Error) => toastError(t`Couldn't save the note`, error.message),
    ),
  )

  return (
    <CaseSection title={t`Notes`}>
      {notes.length > 0 && (
        <ul className="flex flex-col gap-2">
          {notes.map((note) => (
            <li key={note.id} className="rounded-card border border-line bg-surface p-4">
              <Words>{note.text}</Words>
              <p className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
                <bdi>{nameOf(note.author)}</bdi> ·{' '}
                <time dateTime={note.createdAt} title={exactTime(note.createdAt)}>
                  {shortTime(note.createdAt)}
                </time>
              </p>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-3">
        <Field label={t`New note`} hint={t`Only moderators see this.`} error={form.formState.errors.text?.message}>
          {(control) => (
            <TextArea
              {...control}
              {...text}
              ref={(element) => {
                ref(element)
                input.current = element
              }}
            />
          )}
        </Field>
        <Button type="submit" variant="outline" wide disabled={isPending}>
          {isPending && <Spinner />}
          {t`Add note`}
        </Button>
      </form>
    </CaseSection>
  )
}
