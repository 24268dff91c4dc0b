import type { DescribedSection } from './form/described.ts'

/** The languages that the community offers, of those that the product has. */
export function languagesSection(languages: readonly string[]): DescribedSection {
  return {
    id: 'languages',
    title: 'Languages',
    hint: 'Members choose among the offered ones.',
    settings: [
      { path: 'languages', label: 'Offered languages', control: { kind: 'languages', languages } },
      {
        path: 'defaultLanguage',
        label: 'Default language',
        hint: 'For visitors whose own language is not offered.',
        control: { kind: 'language', languages },
      },
    ],
  }
}
