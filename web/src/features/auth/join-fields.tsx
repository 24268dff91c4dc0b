import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { APPLICATION_ANSWER_MAX } from '@zing/proto/limits'
import type { UseFormReturn } from 'react-hook-form'
import { questionText } from '../../lib/text/choices.ts'
import { communityQuery } from '../../queries/community.ts'
import { CheckBox } from '../../ui/inputs/check-box.tsx'
import { Field, FieldError } from '../../ui/inputs/field.tsx'
import { TextArea } from '../../ui/inputs/text-area.tsx'
import { isLegalPage, LegalLink } from '../../ui/legal-link.tsx'
import { RulesList } from '../../ui/rules-list.tsx'
import type { Details, DetailsInput } from './details.ts'
import type { Door } from './use-door.ts'

interface JoinFieldsProps {
  form: UseFormReturn<DetailsInput, unknown, Details>
  door: Door
}

/** The community's question, and its rules and terms. */
export function JoinFields({ form, door }: JoinFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      {door.question !== null && (
        <Field
          label={questionText(door.question)}
          hint={t`A moderator reads it and lets you in. A sentence or two is enough.`}
          error={errors.application?.message}
        >
          {(control) => (
            <TextArea {...control} {...form.register('application')} maxLength={APPLICATION_ANSWER_MAX * 2} />
          )}
        </Field>
      )}
      {door.asksConsent && <Consent form={form} />}
    </>
  )
}

function Consent({ form }: { form: JoinFieldsProps['form'] }) {
  const { data: community } = useQuery(communityQuery)
  const error = form.formState.errors.hasAccepted?.message
  if (!community) return null
  const { rules, terms, privacy } = community
  const hasTerms = isLegalPage(terms)
  return (
    <div className="flex flex-col gap-3">
      {rules.length > 0 && <RulesList rules={rules} />}
      {(hasTerms || isLegalPage(privacy)) && (
        <p className="flex flex-wrap gap-x-4">
          {hasTerms && <LegalLink page={terms} title={t`Terms of service`} />}
          <LegalLink page={privacy} title={t`Privacy policy`} />
        </p>
      )}
      <div>
        <CheckBox
          {...form.register('hasAccepted')}
          aria-invalid={Boolean(error)}
          label={consentText(rules.length > 0, hasTerms)}
        />
        <FieldError id="consent-error" error={error} />
      </div>
    </div>
  )
}

function consentText(hasRules: boolean, hasTerms: boolean): string {
  if (!hasTerms) return t`I have read and accept the rules`
  return hasRules ? t`I have read and accept the rules and the terms` : t`I have read and accept the terms`
}
