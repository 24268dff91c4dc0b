import { t } from '@lingui/core/macro'
import type { UseFormReturn } from 'react-hook-form'
import { usePlaceSearch } from '../../queries/places.ts'
import type { PlaceSearch } from '../../ui/place/place-combobox.tsx'
import { PlaceField } from '../../ui/place/place-field.tsx'
import type { Details, DetailsInput } from './details.ts'

type Form = UseFormReturn<DetailsInput, unknown, Details>

/** The place on the card of the new member. */
export function PlaceQuestion({ form, search, isRequired }: { form: Form; search: PlaceSearch; isRequired: boolean }) {
  return (
    <PlaceField
      label={t`Your place`}
      hint={
        isRequired
          ? t`A town near you is enough; it need not be yours. A country will do, too.`
          : t`A town near you is enough; it need not be yours. You can skip this, and choose one later.`
      }
      error={form.formState.errors.place?.message}
      search={search}
      value={form.watch('place')}
      onChange={(place) => form.setValue('place', place, { shouldDirty: true, shouldValidate: true })}
    />
  )
}

/** Words that are in the field but chosen by nobody would be lost with the next section. */
export function usePlaceQuestion(form: Form): { search: PlaceSearch; isChosen: () => boolean } {
  const search = usePlaceSearch()
  function isChosen(): boolean {
    if (search.text.trim() === '') return true
    form.setError('place', { message: t`Please choose a place from the list, or empty the field.` })
    return false
  }
  return { search, isChosen }
}
