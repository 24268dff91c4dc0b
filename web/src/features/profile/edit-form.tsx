import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { INTERESTS_MAX, PROMPT_ANSWER_MAX, PROMPTS_MAX } from '@zing/proto/limits'
import { PROFILE_TEXT_NAMES, profileTexts } from '@zing/proto/profile-fields'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import { INTERESTS, PROMPTS } from '@zing/proto/profiles/profile-story'
import { characters } from '@zing/proto/texts/text'
import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router-dom'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { profileTextLabel } from '../../lib/text/choices.ts'
import { interestOf, lookingForText, promptText } from '../../lib/text/profile/story-lists.ts'
import { useKeptDraft } from '../../queries/chat/kept-draft.ts'
import { useUpdateUser } from '../../queries/session/user.ts'
import { useUser } from '../../queries/session/user-context.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/dialogs/draft-notice.tsx'
import { CheckChips } from '../../ui/inputs/check-chips.tsx'
import { Field, FieldError } from '../../ui/inputs/field.tsx'
import { GenderField } from '../../ui/inputs/gender-field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { OrientationField } from '../../ui/inputs/orientation-field.tsx'
import { RadioList } from '../../ui/inputs/radio-list.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { TextArea } from '../../ui/inputs/text-area.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { EditDraft } from './edit-draft.ts'
import { changesOf, type Edited, EditForm as Form, formValues, NOT_SAID } from './story-form.ts'

const INTEREST_IDS = INTERESTS.map(({ id }) => id)
const PROMPT_IDS = PROMPTS.map(({ id }) => id)
const ROWS = Array.from({ length: PROMPTS_MAX }, (_, row) => row)

/** Details and story of the user. */
export function EditForm({ draftRef }: { draftRef: RefObject<() => EditDraft> }) {
  const user = useUser()
  const navigate = useNavigate()
  const update = useUpdateUser()
  const { draft, discard, keep, saved } = useKeptDraft('profile', EditDraft)
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: draft ?? formValues(user) })
  const { errors, isDirty } = form.formState
  draftRef.current = form.getValues
  const hasChanges = isDirty || draft !== null
  keep(hasChanges ? form.getValues : null)
  const [isChoosing, setChoosing] = useState(false)
  const [chosen, prompts, showOrientation] = form.watch(['interests', 'prompts', 'showOrientation'])
  const answered = prompts.findLastIndex(({ promptId, answer }) => promptId || answer) + 1

  const submit = useSingleFlight((edited: Edited) =>
    update.mutateAsync(changesOf(user, edited)).then(
      () => {
        saved()
        void navigate(clientRoutes.profile)
      },
      () => {}, // shown by a toast; the input is kept for a retry
    ),
  )

  function onDiscard(): void {
    discard()
    form.reset(formValues(user))
  }

  return (
    <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-4">
      {draft && <DraftNotice onDiscard={onDiscard} />}
      <Field label={t`Name`} error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field label={t`Age`} error={errors.age?.message}>
        {(control) => <Input {...control} {...form.register('age')} type="number" inputMode="numeric" />}
      </Field>
      <GenderField
        value={form.watch('gender')}
        error={errors.gender?.message}
        register={() => form.register('gender')}
        onChosen={(chosen) => form.setValue('gender', chosen, { shouldDirty: true, shouldValidate: true })}
      />
      <OrientationField
        label={t`Orientation`}
        own={user.orientation}
        error={errors.orientation?.message}
        register={() => form.register('orientation')}
      />
      <Switch
        text={t`Show this on my profile`}
        isOn={showOrientation}
        className="-mt-2"
        onToggle={() => form.setValue('showOrientation', !showOrientation, { shouldDirty: true })}
      />
      {PROFILE_TEXT_NAMES.map((text) => (
        <Field
          key={text}
          label={profileTextLabel(text)}
          hint={lengthOf(form.watch(text), profileTexts[text].max)}
          error={errors[text]?.message}
        >
          {(control) => <TextArea {...control} {...form.register(text)} />}
        </Field>
      ))}
      <fieldset className="flex min-w-0 flex-col gap-4">
        <legend className="mb-2 text-sm font-semibold">{t`Up to ${PROMPTS_MAX} questions`}</legend>
        {ROWS.slice(0, answered + 1).map((row) => (
          <div key={row} className="flex flex-col gap-2">
            <Field label={t`Question ${row + 1}`} error={errors.prompts?.[row]?.promptId?.message}>
              {(control) => (
                <Select
                  {...control}
                  {...form.register(`prompts.${row}.promptId`)}
                  options={PROMPT_IDS}
                  textOf={(id) => promptText(id) ?? id}
                />
              )}
            </Field>
            <Field
              label={t`Answer ${row + 1}`}
              hint={lengthOf(prompts[row]?.answer ?? '', PROMPT_ANSWER_MAX)}
              error={errors.prompts?.[row]?.answer?.message}
            >
              {(control) => <TextArea {...control} {...form.register(`prompts.${row}.answer`)} rows={2} />}
            </Field>
          </div>
        ))}
        <FieldError id="prompts-error" error={errors.prompts?.message ?? errors.prompts?.root?.message} />
      </fieldset>
      <section
        aria-labelledby="interests"
        className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
      >
        <button
          type="button"
          id="interests"
          aria-expanded={isChoosing}
          onClick={() => setChoosing(!isChoosing)}
          className="flex min-h-11 items-center justify-between text-start font-semibold"
        >
          {t`Interests (${chosen.length} of ${INTERESTS_MAX})`}
          <ChevronDown
            aria-hidden
            className={clsx('size-5 text-ink-2', isChoosing && 'rotate-180')}
            strokeWidth={1.75}
          />
        </button>
        {isChoosing ? (
          <CheckChips
            legend={t`Choose up to ${INTERESTS_MAX}`}
            options={INTEREST_IDS}
            textOf={(id) => interestText(id)}
            isOff={(id) => chosen.length >= INTERESTS_MAX && !chosen.includes(id)}
            error={errors.interests?.message}
            box={form.register('interests')}
          />
        ) : (
          chosen.length > 0 && <p className="text-ink-2">{chosen.map(interestText).join(' · ')}</p>
        )}
      </section>
      <RadioList
        legend={t`Looking for`}
        options={[NOT_SAID, ...LOOKING_FOR]}
        textOf={(one) => (one === NOT_SAID ? t`I'd rather not say` : lookingForText(one))}
        error={errors.lookingFor?.message}
        radio={form.register('lookingFor')}
      />
      <div
        data-save-bar={hasChanges || undefined} // a focused field scrolls clear of it: scroll-area.tsx
        className={clsx('-mx-5 bg-bg px-5 py-3', hasChanges && 'sticky bottom-0 z-10 border-t border-line')}
      >
        <Button type="submit" size="lg" wide disabled={update.isPending}>
          {update.isPending && <Spinner />}
          {update.isPending ? t`Saving...` : t`Save Changes`}
        </Button>
      </div>
    </form>
  )
}

function lengthOf(text: string, max: number): string {
  return t`${characters(text.trim())} of ${max} characters`
}

function interestText(id: string): string {
  const interest = interestOf(id)
  return interest ? `${interest.emoji} ${interest.label}` : id
}

/** Adds the user's own value, because the API accepts values beyond the options. */
