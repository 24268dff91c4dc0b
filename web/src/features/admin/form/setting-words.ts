import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { type LocalText, textIn } from '@zing/proto/community/local-text'
import type { SettingsChange } from '@zing/proto/community/settings'
import { languageName } from '../../../lib/language/language-name.ts'
import { community, textOf } from '../../../lib/state/community.ts'
import { listText } from '../../../lib/text/list-text.ts'
import { doorSections } from '../door-list.ts'
import { FALLBACK_REASONS } from '../fallback-words.ts'
import { settingsSections } from '../settings-list.ts'
import type { DescribedSetting } from './described.ts'

const TEXT_MAX = 80

/** Settings that the product sets by itself, or that no form has. */
const OTHERS: Record<string, MessageDescriptor> = {
  'registration.fallenBack': msg`Turned to approval by itself`,
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
  const setting = settingAt(path)
  const language = differingLanguage(from, to)
  const label = language === null ? labelOf(path, setting) : `${labelOf(path, setting)} (${languageName(language)})`
  const words = (value: unknown) => inWords(language === null ? value : read(value, language), setting)
  return { path, label, from: words(from), to: words(to) }
}

/** The label of the setting at a path, without its part. */
export function settingName(path: string): string {
  return settingAt(path)?.label ?? labelOf(path, undefined)
}

function settingAt(path: string): DescribedSetting | undefined {
  return [...settingsSections(), ...doorSections()]
    .flatMap(({ settings }) => settings)
    .find((one) => path === one.path || path.startsWith(`${one.path}.`))
}

function labelOf(path: string, setting: DescribedSetting | undefined): string {
  const other = OTHERS[path]
  if (!setting) return other ? t(other) : path
  const part = PARTS[path.slice(setting.path.length + 1)]
  return part ? listText([setting.label, t(part)]) : setting.label
}

function inWords(value: unknown, setting: DescribedSetting | undefined): string {
  const control = setting?.control
  if (value === null || value === undefined || value === '')
    return control?.kind === 'count' ? control.none : t`nothing`
  if (typeof value === 'boolean') return value ? t`on` : t`off`
  if (control?.kind === 'cards') return control.options.find((option) => option.value === value)?.label ?? String(value)
  if (control?.kind === 'logo') return t`a picture`
  if ((control?.kind === 'number' || control?.kind === 'count') && control.unit) return `${value} ${control.unit}`
  if (control?.kind === 'languages') return listText((value as string[]).map(languageName))
  if (control?.kind === 'language') return languageName(String(value))
  if (Array.isArray(value)) return listInWords(value)
  if (typeof value !== 'object') return cut(String(value))
  if ('reason' in value) return t(FALLBACK_REASONS[value.reason as keyof typeof FALLBACK_REASONS])
  if ('url' in value && 'text' in value) return inWords(value.url ?? value.text, undefined)
  return cut(textOf(value as Record<string, string>)) // a text by language
}

/** The first language in which people read something else now; null for what is no text by language. */
function differingLanguage(from: unknown, to: unknown): string | null {
  const tags = [from, to].flatMap((value) => (isByLanguage(value) ? Object.keys(value) : []))
  return tags.find((tag) => read(from, tag) !== read(to, tag)) ?? null
}

function read(value: unknown, language: string): string {
  return textIn((value ?? null) as LocalText | null, language, community().defaultLanguage) // by the contract
}

function isByLanguage(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('reason' in value || 'url' in value)
}

function listInWords(list: unknown[]): string {
  if (list.length === 0) return t`none`
  const titles = list.map((one) => (typeof one === 'string' ? one : textOf((one as { title: LocalText }).title)))
  return cut(listText(titles))
}

function cut(text: string): string {
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text
}
