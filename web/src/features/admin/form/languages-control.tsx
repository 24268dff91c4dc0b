import { languageName } from '../../../lib/language/language-name.ts'
import { CheckBox } from '../../../ui/inputs/check-box.tsx'
import { Field, FieldError } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { ControlProps } from './described.ts'

interface LanguagesProps extends ControlProps {
  /** All that the product has, in its order. */
  languages: readonly string[]
}

/** The offered languages. The last one cannot be taken away. */
export function LanguagesControl({ setting: { label }, value, languages, error, onChange }: LanguagesProps) {
  const offered = value as string[] // parsed by the contract
  function toggle(language: string, isOffered: boolean): void {
    onChange(languages.filter((one) => (one === language ? isOffered : offered.includes(one))))
  }
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{label}</legend>
      {languages.map((language) => (
        <CheckBox
          key={language}
          label={<span lang={language}>{languageName(language)}</span>}
          checked={offered.includes(language)}
          disabled={offered.length === 1 && offered.includes(language)}
          onChange={({ target }) => toggle(language, target.checked)}
        />
      ))}
      <FieldError id="languages-error" error={error} />
    </fieldset>
  )
}

/** One of the languages. If it is not offered, the server refuses it, and its words are at the field. */
export function LanguageControl({ setting: { label, hint = '' }, value, languages, error, onChange }: LanguagesProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...control}
          options={languages}
          textOf={languageName}
          value={String(value)}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
