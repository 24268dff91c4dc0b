import { t } from '@lingui/core/macro'
import { GENDERS } from '@zing/proto/product'
import { ChevronRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { genderText } from '../../lib/text/choices.ts'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

const MoreGendersDialog = lazy(async () => ({ default: (await import('./more-genders-dialog.tsx')).MoreGendersDialog }))

interface GenderFieldProps {
  value: string
  error: string | undefined
  /** See UsernameField. */
  register: () => UseFormRegisterReturn
  onChosen: (gender: string) => void
}

/** The common genders as a select; a dialog has more, and takes words of one's own. */
export function GenderField({ value, error, register, onChosen }: GenderFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const [first] = useState(value)
  const options = [...new Set<string>([...GENDERS, first, value])].filter(Boolean)

  return (
    <div>
      <Field label={t`Gender`} error={error}>
        {(control) => (
          <Select {...control} {...register()} value={value} options={options} textOf={genderText} isCapitalized />
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
              onChosen(chosen)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
