import { ORIENTATIONS } from '@zing/proto/product'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { orientationText } from '../../lib/text/choices.ts'
import { Field } from './field.tsx'
import { Select } from './select.tsx'

interface OrientationFieldProps {
  label: string
  /** The user's orientation, which may be none of the list. */
  own?: string
  hint?: string
  error?: string | undefined
  /** See UsernameField. */
  register: () => UseFormRegisterReturn
}

export function OrientationField({ own = '', register, ...described }: OrientationFieldProps) {
  const options = [...new Set<string>([...ORIENTATIONS, own])].filter(Boolean)
  return (
    <Field {...described}>
      {(control) => <Select {...control} {...register()} options={options} textOf={orientationText} isCapitalized />}
    </Field>
  )
}
