import { t } from '@lingui/core/macro'
import { languageName } from '../../../lib/language/language-name.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import type { TextLanguage } from './local-texts.ts'

interface TextLanguageFieldProps {
  languages: readonly string[]
  texts: TextLanguage
  onChange: (language: string) => void
}

/** Chooses the language in which the texts of a section are written. */
export function TextLanguageField({ languages, texts, onChange }: TextLanguageFieldProps) {
  const { language, defaultLanguage } = texts
  const defaultName = languageName(defaultLanguage)
  return (
    <Field label={t`Language of the texts`} hint={t`Where a text is empty, people read ${defaultName}.`}>
      {(control) => (
        <Select
          {...control}
          options={languages}
          textOf={languageName}
          value={language}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
