import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '@zing/proto/limits'
import { GENDERS } from '@zing/proto/product'
import { DiscoveryPreferences, type DiscoveryPreferences as Preferences } from '@zing/proto/profiles/discovery'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod/mini'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { lookingForText } from '../../lib/text/story-lists.ts'
import { useKeptDraft } from '../../queries/chat/kept-draft.ts'
import { useSavePreferences } from '../../queries/discovery.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/dialogs/draft-notice.tsx'
import { CheckChips } from '../../ui/inputs/check-chips.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const feedAbove = () => ({ back: clientRoutes.feed, backLabel: t`Back to the feed` })
const profileAbove = () => ({ back: clientRoutes.profile, backLabel: t`Back to profile` })
const GENDER_NAMES: Record<(typeof GENDERS)[number], MessageDescriptor> = {
  male: msg`Men`,
  female: msg`Women`,
  'non-binary': msg`Non-binary people`,
  other: msg`Others`,
}

/** A field that is left empty is no limit. */
function ageField(rule: z.ZodMiniType<number | null>) {
  return z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): unknown => {
        const trimmed = text.trim()
        if (trimmed === '') return null
        return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed
      }),
      rule,
    ),
  )
}

const { genders, ageMin, ageMax, lookingFor } = DiscoveryPreferences.shape
const Form = z.object({ genders, ageMin: ageField(ageMin), ageMax: ageField(ageMax), lookingFor }).check(
  z.refine((typed) => typed.ageMin === null || typed.ageMax === null || typed.ageMin <= typed.ageMax, {
    error: () => t`The lowest age can't be above the highest`,
    path: ['ageMax'],
  }),
)

const Draft = z.object({ genders, ageMin: z.string(), ageMax: z.string(), lookingFor })

function toDraft({ genders, ageMin, ageMax, lookingFor }: Preferences): z.infer<typeof Draft> {
  return { genders, ageMin: String(ageMin ?? ''), ageMax: String(ageMax ?? ''), lookingFor }
}

export function PreferencesForm({ preferences }: { preferences: Preferences }) {
  const navigate = useNavigate()
  const above = useLocation().state?.isFromProfile === true ? profileAbove() : feedAbove()
  const { mutateAsync, isPending } = useSavePreferences()
  const { draft, discard, keep, saved } = useKeptDraft('discovery', Draft)
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: draft ?? toDraft(preferences) })
  const { errors, isDirty } = form.formState
  keep(isDirty || draft ? form.getValues : null)

  const submit = useSingleFlight((changed: Preferences) =>
    mutateAsync(changed).then(
      () => {
        saved()
        toast(t`Saved`, t`Your feed now shows people who fit, both ways.`)
        return navigate(clientRoutes.feed)
      },
      (error: Error) => toastError(t`Couldn't save your change`, error.message),
    ),
  )

  const age = { type: 'number', inputMode: 'numeric', min: EDIT_AGE_MIN, max: EDIT_AGE_MAX } as const
  return (
    <main className="flex flex-col gap-5 p-5">
      <ScreenHeader {...above} title={t`Who you see`} />
      <p className="text-ink-2">{t`We show you to each other only if you both fit. Leave anything open to see everyone. Your choices stay private.`}</p>
      {draft && (
        <DraftNotice
          onDiscard={() => {
            discard()
            form.reset(toDraft(preferences))
          }}
        />
      )}
      <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-6">
        <CheckChips
          legend={t`Genders`}
          options={GENDERS}
          textOf={(gender) => t(GENDER_NAMES[gender])}
          box={form.register('genders')}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field label={t`From age`} error={errors.ageMin?.message}>
            {(control) => <Input {...control} {...form.register('ageMin')} {...age} placeholder={t`Any`} />}
          </Field>
          <Field label={t`To age`} error={errors.ageMax?.message}>
            {(control) => <Input {...control} {...form.register('ageMax')} {...age} placeholder={t`Any`} />}
          </Field>
        </div>
        <CheckChips
          legend={t`Looking for`}
          options={LOOKING_FOR}
          textOf={lookingForText}
          box={form.register('lookingFor')}
        />
        <Button type="submit" size="lg" wide disabled={isPending}>
          {isPending && <Spinner />}
          {isPending ? t`Saving...` : t`Save`}
        </Button>
      </form>
    </main>
  )
}
