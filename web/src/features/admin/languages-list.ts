import { t } from '@lingui/core/macro'
import type { DescribedSection } from './form/described.ts'

/** The languages that the community offers, of those that the product has. */
export function languagesSection(languages: readonly string[]): DescribedSection {
  return {
    id: 'languages',
    title: t`Languages`,
    hint: t`Members choose among the offered ones.`,
    settings: [
      { path: 'languages', label: t`Offered languages`, control: { kind: 'languages', languages } },
      {
        path: 'defaultLanguage',
        label: t`Default language`,
        hint: t`For visitors whose own language is not offered.`,
        control: { kind: 'language', languages },
      },
    ],
  }
}
