import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { clientRoutes } from '@zing/proto/client-routes'
import { EDIT_AGE_MAX, EDIT_AGE_MIN } from '@zing/proto/limits'
import { MAX_DISTANCES_KM, NamedPlace } from '@zing/proto/places/place'
import { GENDERS } from '@zing/proto/product'
import { DiscoveryPreferences, type OwnPreferences } from '@zing/proto/profiles/discovery'
import { LOOKING_FOR } from '@zing/proto/profiles/looking-for'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { z } from 'zod/mini'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { community } from '../../lib/state/community.ts'
import { toast, toastError } from '../../lib/state/toast-store.ts'
import { lookingForText } from '../../lib/text/profile/story-lists.ts'
import { useKeptDraft } from '../../queries/chat/kept-draft.ts'
import { useSavePreferences } from '../../queries/discovery.ts'
import { useVerificationMode } from '../../queries/verification.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/dialogs/draft-notice.tsx'
import { CheckBox } from '../../ui/inputs/check-box.tsx'
import { CheckChips } from '../../ui/inputs/check-chips.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ScreenHeader } from '../../ui/screen-header.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ANY_DISTANCE, PlaceFields } from './place-fields.tsx'
import { useAskable } from './use-askable.ts'

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
const where = { distance: z.string(), places: z.array(NamedPlace) }
const others = { lookingFor, verifiedOnly: z.boolean(), ...where }
const Form = z.object({ genders, ageMin: ageField(ageMin), ageMax: ageField(ageMax), ...others }).check(
  z.refine((typed) => typed.ageMin === null || typed.ageMax === null || typed.ageMin <= typed.ageMax, {
    error: () => t`The lowest age can't be above the highest`,
    path: ['ageMax'],
  }),
)

const Draft = z.object({ genders, ageMin: z.string(), ageMax: z.string(), ...others })

function toDraft(preferences: OwnPreferences, places: NamedPlace[]): z.infer<typeof Draft> {
  const { genders, ageMin, ageMax, lookingFor, maxDistanceKm } = preferences
  const distance = String(maxDistanceKm ?? ANY_DISTANCE)
  return {
    genders,
    ageMin: String(ageMin ?? ''),
    ageMax: String(ageMax ?? ''),
    lookingFor,
    verifiedOnly: preferences.verifiedOnly ?? false,
    distance,
    places,
  }
}

interface PreferencesFormProps {
  preferences: OwnPreferences
  /** The places of the preferences, with their names. */
  named: NamedPlace[]
}

export function PreferencesForm({ preferences, named }: PreferencesFormProps) {
  const navigate = useNavigate()
  const above = useLocation().state?.isFromProfile === true ? profileAbove() : feedAbove()
  const { mutateAsync, isPending } = useSavePreferences()
  const asks = useAskable()
  const verifies = (useVerificationMode() ?? 'off') !== 'off'
  const { draft, discard, keep, saved } = useKeptDraft('discovery', Draft)
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: draft ?? toDraft(preferences, named) })
  const { errors, isDirty } = form.formState
  keep(isDirty || draft ? form.getValues : null)

  const submit = useSingleFlight(({ distance, places, verifiedOnly, ...changed }: z.output<typeof Form>) =>
    mutateAsync({
      ...changed,
      ...(verifies && { verifiedOnly }),
      ...(asks.distance && { maxDistanceKm: MAX_DISTANCES_KM.find((km) => `${km}` === distance) ?? null }),
      ...(asks.places.length > 0 && { places: places.map(({ id }) => id) }),
    }).then(
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
            form.reset(toDraft(preferences, named))
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
        {verifies && (
          <CheckBox
            {...form.register('verifiedOnly')}
            label={<span className="font-semibold">{t`Verified people only`}</span>}
            hint={t`Then you are seen by verified people only, too.`}
          />
        )}
        {community().place !== 'off' && (
          <PlaceFields
            asks={asks}
            preferences={preferences}
            distance={form.register('distance')}
            places={form.watch('places')}
            onPlaces={(places) => form.setValue('places', places, { shouldDirty: true })}
          />
        )}
        <Button type="submit" size="lg" wide disabled={isPending}>
          {isPending && <Spinner />}
          {isPending ? t`Saving...` : t`Save`}
        </Button>
      </form>
    </main>
  )
}
