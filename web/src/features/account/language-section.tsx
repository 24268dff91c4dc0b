import { t } from '@lingui/core/macro'
import { useQueryClient } from '@tanstack/react-query'
import { chooseLanguage, offeredLanguages } from '../../lib/language/choice.ts'
import { toastError } from '../../lib/state/toast-store.ts'
import { saveLanguage } from '../../queries/session/own-language.ts'
import { LanguageSelect } from '../../ui/language-select.tsx'
import { Section } from './section.tsx'

/** The language of the client, and of what the services say to the user. */
export function LanguageSection() {
  const client = useQueryClient()

  function change(tag: string): void {
    void chooseLanguage(tag)
    saveLanguage(client, tag).catch((error: Error) => toastError(t`Couldn't save your language`, error.message))
  }

  if (offeredLanguages().length < 2) return null
  return (
    <Section title={t`Language`}>
      <LanguageSelect onChange={change} className="w-full rounded-none! px-4" />
    </Section>
  )
}
