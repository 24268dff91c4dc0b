import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { LANGUAGES } from '@zing/proto/community/languages'
import { textIn } from '@zing/proto/community/local-text'
import type { SettingsChange } from '@zing/proto/community/settings'
import { languageName } from '../../../lib/language/language-name.ts'
import { doorSections } from '../door-list.ts'
import { FALLBACK_REASONS } from '../fallback-words.ts'
import { languagesSection } from '../languages-list.ts'
import { settingsSections } from '../settings-list.ts'
import type { DescribedSetting } from './described.ts'

const TEXT_MAX = 80
/** Their changes are named also where there is only one language to choose. */
const LANGUAGE_SETTINGS = [languagesSection(LANGUAGES)]

/** Settings that the product sets by itself, or that no form has. */
const OTHERS: Record<string, MessageDescriptor> = {
  'registration.fallenBack': msg`Door closed half by itself`,
}

const PARTS: Record<string, MessageDescriptor> = { url: msg`link`, text: msg`text`, version: msg`version` }

export interface ChangeWords {
  path: string
  label: string
  from: string
  to: string
}

/** A change in words, such as "Name: Zing to Bees". */
export function changeInWords({ path, from, to }: SettingsChange): ChangeWords {
  const setting = [...settingsSections(), ...doorSections(), ...LANGUAGE_SETTINGS]
    .flatMap(({ settings }) => settings)
    .find((one) => path === one.path || path.startsWith(`${one.path}.`))
  return { path, label: labelOf(path, setting), from: inWords(from, setting), to: inWords(to, setting) }
}

function labelOf(path: string, setting: DescribedSetting | undefined): string {
  const other = OTHERS[path]
  if (!setting) return other ? t(other) : path
  const part = PARTS[path.slice(setting.path.length + 1)]
  return part ? `${setting.label}, ${t(part)}` : setting.label
}

function inWords(value: unknown, setting: DescribedSetting | undefined): string {
  const control = setting?.control
  if (value === null || value === undefined || value === '')
    return control?.kind === 'count' ? control.none : t`nothing`
  if (typeof value === 'boolean') return value ? t`on` : t`off`
  if (control?.kind === 'cards') return control.options.find((option) => option.value === value)?.label ?? String(value)
  if (control?.kind === 'logo') return t`a picture`
  if (control?.kind === 'number' && control.unit) return `${value} ${control.unit}`
  if (control?.kind === 'languages') return (value as string[]).map(languageName).join(', ')
  if (control?.kind === 'language') return languageName(String(value))
  if (Array.isArray(value)) return listInWords(value)
  if (typeof value !== 'object') return cut(String(value))
  if ('reason' in value) return t(FALLBACK_REASONS[value.reason as keyof typeof FALLBACK_REASONS])
  if ('url' in value && 'text' in value) return inWords(value.url ?? value.text, undefined)
  return cut(textIn(value as Record<string, string>, 'en', 'en')) // a text by language
}

function listInWords(list: unknown[]): string {
  if (list.length === 0) return t`none`
  const titles = list.map((one) =>
    typeof one === 'string' ? one : textIn((one as { title: string }).title, 'en', 'en'),
  )
  return cut(titles.join(', '))
}

function cut(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text
}
