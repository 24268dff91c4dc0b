import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { msg, t } from '@lingui/core/macro'
import { REGISTER_AGE_MAX } from '@zing/proto/limits'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '../../lib/http/call.ts'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { REGISTER_AGE_DEFAULT } from '../../lib/limits.ts'
import { useCommunity } from '../../lib/state/community.ts'
import { findPasswordFault, isUsernameFree } from '../../queries/session/user.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { GenderField } from '../../ui/inputs/gender-field.tsx'
import { Input, PasswordInput } from '../../ui/inputs/input.tsx'
import { OrientationField } from '../../ui/inputs/orientation-field.tsx'
import { Stepper } from '../../ui/inputs/stepper.tsx'
import { UsernameField } from '../../ui/inputs/username-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { type Details, type DetailsInput, detailsRules } from './details.ts'
import { FormSections } from './form-sections.tsx'
import { JoinFields } from './join-fields.tsx'
import { PlaceQuestion, usePlaceQuestion } from './place-question.tsx'
import { readDraft, saveDraft } from './sign-up-draft.ts'
import { type Door, hasJoinFields } from './use-door.ts'

const CHECK_FAILED = msg`Error checking username availability`

interface DetailsFormProps {
  password: string
  /** Why the server has refused the password. */
  passwordError: string | undefined
  /** Index of the section on the screen. */
  section: number
  door: Door
  onSection: (index: number) => void
  onDone: (details: Details) => void
}

export function DetailsForm({ password, passwordError, section, door, onSection, onDone }: DetailsFormProps) {
  const [isChecking, setChecking] = useState(false)
  const { minAge } = useCommunity()
  const form = useForm<DetailsInput, unknown, Details>({
    resolver: standardSchemaResolver(detailsRules({ ...door, minAge })),
    defaultValues: { ...readDraft(), password, hasAccepted: false },
  })
  const { errors } = form.formState
  const gender = form.watch('gender')
  /** A hint makes room for the error of its field. */
  const described = (name: keyof DetailsInput, hint: string) =>
    errors[name] ? { error: errors[name].message } : { hint }

  useEffect(() => {
    if (passwordError) form.setError('password', { message: passwordError }, { shouldFocus: true })
  }, [form, passwordError])

  useEffect(() => {
    const { unsubscribe } = form.watch((_, { name }) => {
      saveDraft({ ...readDraft(), ...definedOf(form.getValues()) })
      if (name && form.getFieldState(name).invalid) void form.trigger(name) // also before the first submit
    })
    return unsubscribe
  }, [form])

  function changeAge(by: 1 | -1): void {
    const age = Number(form.getValues('age'))
    const next = Number.isInteger(age) ? age + by : REGISTER_AGE_DEFAULT
    form.setValue('age', `${Math.min(REGISTER_AGE_MAX, Math.max(minAge, next))}`, { shouldDirty: true })
  }

  const place = usePlaceQuestion(form)
  const check = (...names: (keyof DetailsInput)[]) => form.trigger(names, { shouldFocus: true })

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
      form.setError('username', { message: isRejected ? error.message : t(CHECK_FAILED) }, { shouldFocus: true })
    } finally {
      setChecking(false)
    }
  })

  const sections = [
    {
      title: t`Let's start with you`,
      check: () => check('name', 'age'),
      fields: (
        <>
          <Field label={t`Full Name`} {...described('name', t`Others see your first name`)}>
            {(control) => <Input {...control} {...form.register('name')} autoComplete="name" enterKeyHint="next" />}
          </Field>
          <Field label={t`Age`} {...described('age', t`For adults, ${minAge} and over`)}>
            {(control) => (
              <Stepper
                {...control}
                {...form.register('age')}
                less={t`One year younger`}
                more={t`One year older`}
                enterKeyHint="next"
                onStep={changeAge}
              />
            )}
          </Field>
        </>
      ),
    },
    {
      title: t`How do you identify?`,
      check: () => check('gender', 'orientation'),
      fields: (
        <>
          <GenderField
            value={gender}
            error={errors.gender?.message}
            register={() => form.register('gender')}
            onChosen={(chosen) => form.setValue('gender', chosen, { shouldDirty: true, shouldValidate: true })}
          />
          <OrientationField
            label={t`Sexual Orientation`}
            {...described('orientation', t`You can hide it from others later`)}
            register={() => form.register('orientation')}
          />
        </>
      ),
    },
    ...(door.place === 'off'
      ? []
      : [
          {
            title: t`Where are you?`,
            check: async () => place.isChosen() && check('place'),
            fields: <PlaceQuestion form={form} search={place.search} isRequired={door.place === 'required'} />,
          },
        ]),
    {
      title: t`How will you log in?`,
      check: () => check('username', 'password'),
      fields: (
        <>
          <UsernameField
            {...described('username', t`Only you see this. Letters, numbers and . _ -`)}
            register={() => form.register('username')}
          />
          <Field label={t`Password`} {...described('password', t`At least 6 characters. A few words work best.`)}>
            {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
          </Field>
        </>
      ),
    },
    ...(hasJoinFields(door)
      ? [
          {
            title: t`Before you join`,
            check: () => check('application', 'hasAccepted'),
            fields: <JoinFields form={form} door={door} />,
          },
        ]
      : []),
  ]

  return (
    <form onSubmit={form.handleSubmit(submit)} noValidate>
      <FormSections
        sections={sections}
        current={section}
        onCurrent={onSection}
        submit={
          <Button type="submit" size="lg" wide disabled={isChecking} className="px-4!">
            {isChecking && <Spinner />}
            {isChecking ? t`Checking username...` : t`Continue to Selfie`}
          </Button>
        }
      />
    </form>
  )
}

function definedOf<T extends object>(values: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  } // only undefined values are removed
}
