import { t } from '@lingui/core/macro'
import { clsx } from 'clsx'
import { offeredLanguages } from '../lib/language/choice.ts'
import { language } from '../lib/language/language.ts'
import { languageName } from '../lib/language/language-name.ts'
import { useStore } from '../lib/state/create-store.ts'

interface LanguageSelectProps {
  onChange: (tag: string) => void
  className?: string
}

/** Chooses among the languages in their own words. Shows nothing where there is only one. */
export function LanguageSelect({ onChange, className }: LanguageSelectProps) {
  const current = useStore(language)
  const offered = offeredLanguages()
  if (offered.length < 2) return null
  return (
    <select
      dir="auto"
      aria-label={t`Language`}
      value={current}
      onChange={({ target }) => onChange(target.value)}
      className={clsx('field-sizing-content min-h-11 rounded-full bg-transparent px-3 font-semibold', className)}
    >
      {/* the first option is in the language on the screen, and gives the list its direction */}
      <option hidden>{languageName(current)}</option>
      {offered.map((tag) => (
        <option key={tag} value={tag} lang={tag} className="bg-surface text-ink">
          {languageName(tag)}
        </option>
      ))}
    </select>
  )
}
