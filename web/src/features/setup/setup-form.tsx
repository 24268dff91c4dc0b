import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { t } from '@lingui/core/macro'
import { LANGUAGES } from '@zing/proto/community/languages'
import { RegistrationMode } from '@zing/proto/community/settings'
import { REGISTER_AGE_MIN } from '@zing/proto/limits'
import { DEFAULT_ACCENT } from '@zing/proto/product'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import { useSingleFlight } from '../../lib/input/use-single-flight.ts'
import { languageName } from '../../lib/language/language-name.ts'
import { modes } from '../../lib/text/mode-words.ts'
import { useSetUp } from '../../queries/session/set-up.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/inputs/field.tsx'
import { GenderField } from '../../ui/inputs/gender-field.tsx'
import { Input, PasswordInput } from '../../ui/inputs/input.tsx'
import { OrientationField } from '../../ui/inputs/orientation-field.tsx'
import { RadioCards } from '../../ui/inputs/radio-cards.tsx'
import { RadioList } from '../../ui/inputs/radio-list.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { UsernameField } from '../../ui/inputs/username-field.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ColourField } from './colour-field.tsx'
import { CommunityPreview } from './community-preview.tsx'
import { type SetupInput, type SetupOutput, SetupRules, TEMPLATE_WORDS } from './setup-rules.ts'

const DEFAULTS: SetupInput = {
  language: '',
  community: '',
  accent: DEFAULT_ACCENT,
  mode: 'open',
  rules: 'friendly',
  name: '',
  age: '',
  gender: '',
  orientation: '',
  username: '',
  password: '',
}

/** Language, name, colour, door, rules and the keeper's account, in one form. */
export function SetupForm({ token }: { token: string }) {
  const setUp = useSetUp()
  const form = useForm<SetupInput, unknown, SetupOutput>({
    resolver: standardSchemaResolver(SetupRules),
    defaultValues: { ...DEFAULTS, language: pageLanguage() },
  })
  const { errors } = form.formState
  const [community, accent, mode, gender] = form.watch(['community', 'accent', 'mode', 'gender'])

  const submit = useSingleFlight(async ({ language, community, accent, mode, rules, ...account }: SetupOutput) => {
    await setUp.mutateAsync({ token, language, name: community, accent, mode, rules, account }).catch(() => {})
  })

  return (
    <form onSubmit={form.handleSubmit(submit)} noValidate className="flex flex-col gap-10">
      <Part title={t`Your community`}>
        <Field label={t`Language`} hint={t`Visitors read this one unless they choose another.`}>
          {(control) => (
            <Select {...control} {...form.register('language')} options={LANGUAGES} textOf={languageName} />
          )}
        </Field>
        <Field label={t`Name`} error={errors.community?.message}>
          {(control) => <Input {...control} {...form.register('community')} autoComplete="off" />}
        </Field>
        <ColourField value={accent} onChange={(colour) => form.setValue('accent', colour)} />
        <CommunityPreview name={community} accent={accent} />
      </Part>
      <Part title={t`The door`}>
        <RadioCards
          legend={t`Who may join?`}
          options={modes()}
          value={mode}
          onChange={(next) => form.setValue('mode', RegistrationMode.parse(next))}
        />
      </Part>
      <Part title={t`The rules`}>
        <RadioList
          legend={t`Begin with`}
          options={['friendly', 'strict', 'none'] as const}
          textOf={(template) => t(TEMPLATE_WORDS[template])}
          radio={form.register('rules')}
        />
      </Part>
      <Part title={t`Your own account`}>
        <Field label={t`Full Name`} {...hinted(errors.name?.message, t`Others see your first name`)}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="name" />}
        </Field>
        <Field label={t`Age`} {...hinted(errors.age?.message, t`For adults, ${REGISTER_AGE_MIN} and over`)}>
          {(control) => <Input {...control} {...form.register('age')} inputMode="numeric" autoComplete="off" />}
        </Field>
        <GenderField
          value={gender}
          error={errors.gender?.message}
          register={() => form.register('gender')}
          onChosen={(chosen) => form.setValue('gender', chosen, { shouldValidate: true })}
        />
        <OrientationField
          label={t`Sexual Orientation`}
          {...hinted(errors.orientation?.message, t`You can hide it from others later`)}
          register={() => form.register('orientation')}
        />
        <UsernameField
          {...hinted(errors.username?.message, t`Only you see this. Letters, numbers and . _ -`)}
          register={() => form.register('username')}
        />
        <Field
          label={t`Password`}
          {...hinted(errors.password?.message, t`At least 6 characters. A few words work best.`)}
        >
          {(control) => <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" />}
        </Field>
      </Part>
      <div className="flex flex-col gap-3">
        <p role="alert" className="text-bad empty:hidden">
          {setUp.error?.message}
        </p>
        <Button type="submit" size="lg" wide disabled={setUp.isPending}>
          {setUp.isPending && <Spinner />}
          {community.trim() ? t`Open ${community.trim()}` : t`Open your community`}
        </Button>
        <p className="text-sm text-ink-2">{t`You can change all of this later.`}</p>
      </div>
    </form>
  )
}

/** The page's language if the product has it. */
function pageLanguage(): string {
  const { lang } = document.documentElement
  return LANGUAGES.find((tag) => tag === lang) ?? LANGUAGES[0]
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-xl">{title}</h2>
      {children}
    </section>
  )
}

/** A hint makes room for the error of its field. */
function hinted(error: string | undefined, hint: string) {
  return error ? { error } : { hint }
}
