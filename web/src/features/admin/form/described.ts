import type { TextLanguage } from './local-texts.ts'

/** The control that changes a setting. `isLocal`: a text for each language. A new setting is one entry in a list of `DescribedSetting`. */
export type Control =
  | { kind: 'line'; isOptional?: boolean; isLocal?: boolean }
  | { kind: 'paragraphs'; isLocal?: boolean }
  | { kind: 'link' }
  | { kind: 'colour' }
  | { kind: 'logo' }
  | { kind: 'rules' }
  | { kind: 'legal' }
  | { kind: 'number'; unit?: string }
  /** An empty field is no limit. */
  | { kind: 'count'; none: string; limits: string; unit?: string; range?: readonly [min: number, max: number] }
  | { kind: 'switch' }
  | { kind: 'cards'; options: readonly Option[] }
  | { kind: 'languages' | 'language'; languages: readonly string[] }

export interface Option {
  value: string
  label: string
  hint: string
}

export interface DescribedSetting {
  /** Keys joined with dots. */
  path: string
  label: string
  hint?: string
  control: Control
}

export interface DescribedSection {
  id: string
  title: string
  hint?: string
  settings: readonly DescribedSetting[]
}

export interface ControlProps {
  setting: DescribedSetting
  value: unknown
  texts: TextLanguage
  error: string | undefined
  onChange: (value: unknown) => void
}
