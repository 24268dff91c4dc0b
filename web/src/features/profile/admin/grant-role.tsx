import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { Role } from '@zing/proto/accounts/roles'
import { username } from '@zing/proto/fields'
import { useForm } from 'react-hook-form'
import { z } from 'zod/mini'
import { hasCode } from '../../../lib/http/call.ts'
import { useSingleFlight } from '../../../lib/input/use-single-flight.ts'
import { announce, toastError } from '../../../lib/state/toast-store.ts'
import { roleText } from '../../../lib/text/choices.ts'
import { useGrantRole } from '../../../queries/moderation/roles.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { UsernameField } from '../../../ui/inputs/username-field.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const ROLES = ['moderator', 'admin'] as const
const Form = z.object({ username, role: Role })
const DEFAULTS: z.input<typeof Form> = { username: '', role: 'moderator' }

/** Runs an action, once more after the password or a passkey where the server wants it. */
export type Confirm = <T>(action: () => Promise<T>) => Promise<T>

/** Gives a user a role by their username. */
export function GrantRole({ confirm }: { confirm: Confirm }) {
  const { mutateAsync, isPending } = useGrantRole()
  const form = useForm({ resolver: standardSchemaResolver(Form), defaultValues: DEFAULTS })
  const { errors } = form.formState

  const submit = useSingleFlight((values: z.output<typeof Form>) =>
    confirm(() => mutateAsync(values)).then(
      (granted) => {
        if (!granted) return form.setError('username', { message: t`Nobody has this username` }, { shouldFocus: true })
        announce(t`Role granted`, `${granted.name}: ${roleText(granted.role)}`)
        form.reset()
      },
      (error: Error) => {
        if (!hasCode(error, 'CONFIRM')) toastError(t`Couldn't grant the role`, error.message)
      },
    ),
  )

  return (
    <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-4">
      <UsernameField error={errors.username?.message} register={() => form.register('username')} isForeign />
      <Field label={t`Role`} error={errors.role?.message}>
        {(control) => (
          <Select {...control} {...form.register('role')} options={ROLES} textOf={roleText} isCapitalized />
        )}
      </Field>
      <Button type="submit" variant="outline" wide disabled={isPending}>
        {isPending && <Spinner />}
        {t`Grant role`}
      </Button>
    </form>
  )
}
