import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { freeText } from '@zing/proto/fields'
import { REPORT_TEXT_MAX } from '@zing/proto/limits'
import { REPORT_CATEGORIES, ReportCategory } from '@zing/proto/moderation/categories'
import { plainNameOf } from '@zing/proto/profiles/first-name'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode } from '../../lib/http/call.ts'
import { optionalText } from '../../lib/input/form-fields.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import type { ReportTarget } from '../../lib/state/report-store.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { CATEGORY_NAMES } from '../../lib/text/moderation-words.ts'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { ModalHint, ModalTitle } from '../../ui/dialogs/modal.tsx'
import { CheckBox } from '../../ui/inputs/check-box.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { RadioList } from '../../ui/inputs/radio-list.tsx'
import { TextArea } from '../../ui/inputs/text-area.tsx'
import { MessageChoice } from './message-choice.tsx'
import type { Outcome } from './report-outcome.tsx'
import { useReport } from './use-report.ts'

const Form = z.object({
  category: ReportCategory,
  text: optionalText(freeText(REPORT_TEXT_MAX)),
  block: z.boolean(),
})

export function ReportForm({ user, hasChat, onDone }: ReportTarget & { onDone: (outcome: Outcome) => void }) {
  const { mutateAsync, isPending } = useReport()
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set())
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { text: '', block: true } })
  const { errors } = form.formState

  const submit = useSingleFlight(({ category, text, block }: z.output<typeof Form>) =>
    mutateAsync({
      userId: user.id,
      category,
      block,
      ...(text !== undefined && { text }),
      ...(marked.size > 0 && { messageIds: [...marked] }),
    }).then(
      ({ isBlocked = block }) => onDone({ kind: 'sent', isBlocked, wantsBlock: block }),
      (error: Error) => {
        if (hasCode(error, 'REPORT_OPEN')) onDone({ kind: 'reported', message: error.message, wantsBlock: block })
        else toastError(t`Couldn't send your report`, error.message)
      },
    ),
  )

  return (
    <>
      <ModalTitle className="text-xl [overflow-wrap:anywhere]">
        <Trans>
          Report <bdi>{plainNameOf(user.name)}</bdi>
        </Trans>
      </ModalTitle>
      <ModalHint className="mt-2 text-ink-2 [overflow-wrap:anywhere]">
        <Trans>
          Our moderators will look at this. <bdi>{plainNameOf(user.name)}</bdi> won't know.
        </Trans>
      </ModalHint>
      <form onSubmit={form.handleSubmit(submit)} noValidate className="mt-5 flex flex-col gap-5">
        <RadioList
          legend={t`What's wrong?`}
          options={REPORT_CATEGORIES}
          textOf={(category) => t(CATEGORY_NAMES[category])}
          error={errors.category?.message}
          radio={form.register('category')}
        />
        {hasChat && <MessageChoice partnerId={user.id} marked={marked} onChange={setMarked} />}
        <Field label={t`What happened? (optional)`} error={errors.text?.message}>
          {(control) => <TextArea {...control} {...form.register('text')} />}
        </Field>
        <CheckBox
          {...form.register('block')}
          label={
            <Trans>
              Also block <bdi>{plainNameOf(user.name)}</bdi>
            </Trans>
          }
          hint={t`You won't see each other anymore, and if you're a match, that ends.`}
        />
        <DialogActions
          action={form.watch('block') ? t`Send report and block` : t`Send report`}
          isPending={isPending}
          className="sticky -bottom-6 -mx-6 -mb-6 border-t border-line bg-surface px-6 py-3 landscape-phone:flex-row-reverse"
        />
      </form>
    </>
  )
}
