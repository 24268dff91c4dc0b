import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as fields from '@zing/proto/fields'
import { REGISTER_AGE_MAX, REGISTER_AGE_MIN } from '@zing/proto/limits'
import { GENDERS, ORIENTATIONS } from '@zing/proto/product'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { ApiError } from '../../lib/http/call.ts'
import { requiredText, typedNumber } from '../../lib/input/form-fields.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { findPasswordFault, isUsernameFree } from '../../queries/session/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { Input, PasswordInput } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { UsernameField } from '../../ui/inputs/username-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { readDraft, saveDraft } from './sign-up-draft.ts'

/** Rules of the contract, with messages of the form where the specification has some. */
const Form = z.object({
  name: requiredText('Name is required.', fields.name),
  age: typedNumber(
    z
      .int('Age must be a whole number')
      .check(
        z.minimum(REGISTER_AGE_MIN, `You must be at least ${REGISTER_AGE_MIN} years old`),
        z.maximum(REGISTER_AGE_MAX, `Maximum age is ${REGISTER_AGE_MAX}`),
      ),
  ),
  gender: fields.gender,
  orientation: requiredText('Sexual orientation is required', fields.orientation),
  username: fields.username,
  password: fields.password,
})
export type Details = z.output<typeof Form>

const CHECK_FAILED = 'Error checking username availability'

interface DetailsFormProps {
  password: string
  /** Why the server has refused the password. */
  passwordError: string | undefined
  onDone: (details: Details) => void
}

export function DetailsForm({ password, passwordError, onDone }: DetailsFormProps) {
  const [isChecking, setChecking] = useState(false)
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: { ...readDraft(), password } })
  const { errors } = form.formState

  useEffect(() => {
    if (passwordError) form.setError('password', { message: passwordError }, { shouldFocus: true })
  }, [form, passwordError])

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => saveDraft({ ...readDraft(), ...definedOf(values) }))
    return unsubscribe
  }, [form])

  const submit = useSingleFlight(async (details: Details) => {
    setChecking(true)
    const { username, password } = details
    const passwordFault = findPasswordFault({ username, password })
    try {
      await isUsernameFree(username)
      const message = await passwordFault
      if (message) form.setError('password', { message }, { shouldFocus: true })
      else onDone(details)
    } catch (error) {
      const isRejected = error instanceof ApiError && error.status < 500
      const message = isRejected ? error.message : CHECK_FAILED
      form.setError('username', { message }, { shouldFocus: true })
      toastError(message)
    } finally {
      setChecking(false)
    }
  })

  return (
    <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-4">
      <Field label="Full Name" error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
      </Field>
      <Field label="Age" error={errors.age?.message}>
        {(control) => <Input {...control} {...form.register('age')} inputMode="numeric" />}
      </Field>
      <Field label="Gender" error={errors.gender?.message}>
        {(control) => <Select {...control} {...form.register('gender')} options={GENDERS} />}
      </Field>
      <Field label="Sexual Orientation" error={errors.orientation?.message}>
        {(control) => <Select {...control} {...form.register('orientation')} options={ORIENTATIONS} />}
      </Field>
      <UsernameField error={errors.username?.message} register={() => form.register('username')} />
      <Field label="Password" error={errors.password?.message}>
        {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
      </Field>
      <Button type="submit" size="lg" wide disabled={isChecking} className="mt-2">
        {isChecking && <Spinner />}
        {isChecking ? 'Checking username...' : 'Continue to Selfie'}
      </Button>
    </form>
  )
}

function definedOf<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  } // only undefined values are removed
}
