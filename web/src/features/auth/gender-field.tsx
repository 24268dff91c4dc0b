import { t } from '@lingui/core/macro'
import { GENDERS } from '@zing/proto/product'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { genderText } from '../../lib/text/choices.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import type { Details, DetailsInput } from './details.ts'

const MoreGendersDialog = lazy(async () => ({ default: (await import('./more-genders-dialog.tsx')).MoreGendersDialog }))

/** The common genders as a select; a dialog has more, and takes words of one's own. */
export function GenderField({ form }: { form: UseFormReturn<DetailsInput, unknown, Details> }) {
  const [isOpen, setOpen] = useState(false)
  const gender = form.watch('gender')
  const isCommon = gender === '' || GENDERS.some((one) => one === gender)

  return (
    <div>
      <Field label={t`Gender`} error={form.formState.errors.gender?.message}>
        {(control) => (
          <Select
            {...control}
            {...form.register('gender')}
            value={gender}
            options={isCommon ? GENDERS : [...GENDERS, gender]}
            textOf={genderText}
            isCapitalized
          />
        )}
      </Field>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-11 items-center gap-0.5 text-sm font-semibold text-zing"
      >
        {t`More genders`}
        <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <MoreGendersDialog
            onChosen={(chosen) => {
              setOpen(false)
              form.setValue('gender', chosen, { shouldDirty: true, shouldValidate: true })
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
