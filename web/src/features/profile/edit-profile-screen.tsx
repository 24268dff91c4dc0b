import { zodResolver } from '@hookform/resolvers/zod'
import { clientRoutes } from '@zing/proto/client-routes'
import * as fields from '@zing/proto/fields'
import { GENDERS, ORIENTATIONS } from '@zing/proto/product'
import { ArrowLeft } from 'lucide-react'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { z } from 'zod/mini'
import { typedNumber } from '../../lib/form-fields.ts'
import { EDIT_AGE_DEFAULT } from '../../lib/limits.ts'
import { useSingleFlight } from '../../lib/use-single-flight.ts'
import { endedSession } from '../../queries/ended-session.ts'
import { useUpdateUser } from '../../queries/user.ts'
import { useUser } from '../../queries/user-context.ts'
import { Button, buttonStyle } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { readDraft, saveDraft } from './edit-draft.ts'

const Form = z.object({
  name: fields.editName,
  age: typedNumber(fields.editAge),
  gender: fields.editGender,
  orientation: fields.editOrientation,
})

export function EditProfileScreen() {
  const user = useUser()
  const navigate = useNavigate()
  const update = useUpdateUser()
  const { name, gender, orientation } = user
  const form = useForm({
    resolver: zodResolver(Form),
    defaultValues: readDraft() ?? { name, age: String(user.age || EDIT_AGE_DEFAULT), gender, orientation },
  })
  useEffect(() => () => saveDraft(endedSession.get() ? form.getValues() : null), [form])
  const { errors } = form.formState

  const submit = useSingleFlight((changed: z.output<typeof Form>) =>
    update.mutateAsync(changed).then(
      () => navigate(clientRoutes.profile),
      () => {}, // shown by a toast; the input is kept for a retry
    ),
  )

  return (
    <main className="flex flex-col gap-4 p-5">
      <div className="flex items-center gap-1">
        <Link
          to={clientRoutes.profile}
          aria-label="Back to profile"
          className={buttonStyle({ variant: 'ghost', size: 'icon' })}
        >
          <ArrowLeft aria-hidden className="size-6" strokeWidth={1.75} />
        </Link>
        <h2 className="text-2xl">Edit Profile</h2>
      </div>
      <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-4">
        <Field label="Name" error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
        </Field>
        <Field label="Age" error={errors.age?.message}>
          {(control) => <Input {...control} {...form.register('age')} type="number" inputMode="numeric" />}
        </Field>
        <Field label="Gender" error={errors.gender?.message}>
          {(control) => <Select {...control} {...form.register('gender')} options={withOwn(GENDERS, gender)} />}
        </Field>
        <Field label="Orientation" error={errors.orientation?.message}>
          {(control) => (
            <Select {...control} {...form.register('orientation')} options={withOwn(ORIENTATIONS, orientation)} />
          )}
        </Field>
        <Button type="submit" size="lg" wide disabled={update.isPending} className="mt-2">
          {update.isPending && <Spinner />}
          {update.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </form>
    </main>
  )
}

/** Adds the user's own value, because the API accepts values beyond the options. */
function withOwn(options: readonly string[], own: string): readonly string[] {
  return own === '' || options.includes(own) ? options : [...options, own]
}
