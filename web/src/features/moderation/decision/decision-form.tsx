import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { SUSPEND_DAYS_MAX } from '@zing/proto/limits'
import type { ModerationCase } from '@zing/proto/moderation/cases'
import { type DecisionAction, PROFILE_TEXTS, type ProfileText } from '@zing/proto/moderation/decisions'
import { type RefObject, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { useLeaveLayers } from '../../../lib/layers/use-leave-layers.ts'
import { toast, toastError } from '../../../lib/state/toast-store.ts'
import { profilePartName } from '../../../lib/text/choices.ts'
import { REASON_NAMES } from '../../../lib/text/moderation-words.ts'
import { useDecideCase } from '../../../queries/moderation/moderation.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { RadioList } from '../../../ui/inputs/radio-list.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CaseSection } from '../case/case-section.tsx'
import { NewReports } from '../case/new-reports.tsx'
import type { SeenReports } from '../case/use-seen-reports.ts'
import { ACTION_NAMES, daysText, goneText, nameOf, photoText, SELFIE } from '../words.ts'
import { ConfirmDecision } from './confirm-decision.tsx'
import {
  actionsFor,
  DecisionFields,
  isGrave,
  photosOf,
  readsWords,
  reasonsFor,
  reasonToBeginWith,
  toDecision,
} from './to-decision.ts'

const DAYS = Array.from({ length: SUSPEND_DAYS_MAX }, (_, index) => String(index + 1))
const DAYS_DEFAULT = '7'

interface DecisionFormProps {
  one: ModerationCase
  seen: SeenReports
  form: RefObject<HTMLFormElement | null>
}

/** Decides the case and returns to the queue. New reports have to be read first, and a suspension or ban to be confirmed. */
export function DecisionForm({ one, seen, form: element }: DecisionFormProps) {
  const { mutateAsync, isPending } = useDecideCase(one.id)
  const [unconfirmed, setUnconfirmed] = useState<DecisionFields | null>(null)
  const leaveTo = useLeaveLayers()
  const form = useForm({
    resolver: standardSchemaResolver(DecisionFields),
    defaultValues: { reason: '', text: '', days: DAYS_DEFAULT, field: 'name', photo: photosOf(one)[0] ?? SELFIE },
  })
  const { errors } = form.formState
  const [action, days] = form.watch(['action', 'days'])

  const decide = useSingleFlight((fields: DecisionFields) =>
    mutateAsync({ ...toDecision(fields), reportIds: seen.ids }).then(
      (decision) => {
        toast(t`Case ${one.id} is decided`, decision.isAccountGone ? goneText(decision) : undefined)
        return leaveTo(clientRoutes.moderation)
      },
      (error: Error) => {
        setUnconfirmed(null)
        toastError(t`Couldn't decide the case`, error.message)
      },
    ),
  )

  function submit(fields: DecisionFields): unknown {
    if (seen.unseenIds.length > 0) return seen.readUnseen()
    return isGrave(fields.action) ? setUnconfirmed(fields) : decide(fields)
  }

  /** Keeps a reason that fits the new action too. */
  function onAction({ target }: { target: { value: DecisionAction } }): void {
    const isKept = reasonsFor(target.value).some((reason) => reason === form.getValues('reason'))
    if (!isKept) form.setValue('reason', reasonToBeginWith(target.value, one))
  }

  return (
    <CaseSection title={t`Your decision`}>
      <form ref={element} onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-5">
        <RadioList
          legend={t`What happens?`}
          options={actionsFor(one)}
          textOf={(value) => t(ACTION_NAMES[value])}
          error={errors.action?.message && t`Please choose what happens`}
          radio={form.register('action', { onChange: onAction })}
        />
        {action === 'suspend' && (
          <Field label={t`How long?`}>
            {(control) => (
              <Select
                {...control}
                {...form.register('days')}
                options={DAYS}
                textOf={(option) => daysText(Number(option))}
              />
            )}
          </Field>
        )}
        {action === 'remove-text' && (
          <Field
            label={t`Which text?`}
            hint={t`Text that the member has changed since the last report stays.`}
            error={errors.field?.message}
          >
            {(control) => (
              <Select
                {...control}
                {...form.register('field')}
                options={PROFILE_TEXTS}
                textOf={(option) => profilePartName(option as ProfileText)} // one of the options
              />
            )}
          </Field>
        )}
        {action === 'remove-photo' && photosOf(one).length > 1 && (
          <RadioList
            legend={t`Which photo?`}
            options={photosOf(one)}
            textOf={photoText}
            radio={form.register('photo')}
          />
        )}
        {action && (
          // another list of options needs another element, or the browser would choose the first of them
          <Field key={reasonsFor(action)[0]} label={t`Reason`} error={errors.reason?.message}>
            {(control) => (
              <Select
                {...control}
                {...form.register('reason')}
                options={reasonsFor(action)}
                textOf={(option) => t(REASON_NAMES[option as keyof typeof REASON_NAMES])} // one of the options
              />
            )}
          </Field>
        )}
        {action && readsWords(action) && (
          <Field
            label={t`Message to the member (optional)`}
            hint={t`The member will read it.`}
            error={errors.text?.message}
          >
            {(control) => <TextArea {...control} {...form.register('text')} />}
          </Field>
        )}
        <NewReports {...seen} />
        <Button type="submit" wide disabled={isPending} variant={action && isGrave(action) ? 'destructive' : 'default'}>
          {isPending && <Spinner />}
          {submitText(action, days)}
        </Button>
      </form>
      {unconfirmed && (
        <ConfirmDecision
          title={`${submitText(unconfirmed.action, unconfirmed.days)}?`}
          name={nameOf(one.user)}
          reason={t(REASON_NAMES[unconfirmed.reason])}
          isPending={isPending}
          onConfirm={() => decide(unconfirmed)}
          onClose={() => setUnconfirmed(null)}
        />
      )}
    </CaseSection>
  )
}

function submitText(action: DecisionAction | undefined, days: string): string {
  if (!action) return t`Decide`
  return action === 'suspend' ? t`Suspend for ${daysText(Number(days))}` : t(ACTION_NAMES[action])
}
