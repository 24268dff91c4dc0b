import { t } from '@lingui/core/macro'
import { Field } from '../../../ui/inputs/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { RadioCards } from '../../../ui/inputs/radio-cards.tsx'
import { TextArea } from '../../../ui/inputs/text-area.tsx'
import type { ControlProps } from './described.ts'
import { readInstead, shown, withText } from './local-texts.ts'

const kinds = () =>
  [
    { value: 'none', label: t`Not set here` },
    { value: 'url', label: t`A link` },
    { value: 'text', label: t`A text` },
  ] as const

/** A page of the law: a link, or a text that the product shows. */
export function LegalControl({ setting: { path, label }, value, texts, error, onChange }: ControlProps) {
  const { url, text } = value as { url: string | null; text: unknown } // parsed by the contract
  const isTerms = path === 'terms'
  const kind = url !== null ? 'url' : text !== null ? 'text' : 'none'
  return (
    <div className="flex flex-col gap-3">
      <RadioCards
        legend={label}
        options={kinds()}
        value={kind}
        onChange={(next) => onChange({ url: next === 'url' ? '' : null, text: next === 'text' ? '' : null })}
      />
      {kind === 'url' && (
        <Field label={isTerms ? t`Link to the terms of service` : t`Link to the privacy policy`} error={error}>
          {(control) => (
            <Input
              {...control}
              inputMode="url"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="https://"
              value={url ?? ''}
              onChange={({ target }) => onChange({ url: target.value, text: null })}
            />
          )}
        </Field>
      )}
      {kind === 'text' && (
        <Field label={isTerms ? t`Text of the terms of service` : t`Text of the privacy policy`} error={error}>
          {(control) => (
            <TextArea
              {...control}
              placeholder={readInstead(text, texts)}
              value={shown(text, texts)}
              onChange={({ target }) => onChange({ url: null, text: withText(text, texts, target.value) })}
            />
          )}
        </Field>
      )}
    </div>
  )
}
