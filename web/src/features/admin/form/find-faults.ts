import { t } from '@lingui/core/macro'
import { Settings } from '@zing/proto/community/settings'
import { sayRule } from '../../../lib/language/say.ts'
import type { Control, DescribedSection, DescribedSetting } from './described.ts'
import { type Draft, merged } from './paths.ts'

/** Errors by the path of the setting whose field shows them. */
export type Faults = Record<string, string>

/** Checks a draft by the contract's rules. */
export function findFaults({ settings: described }: DescribedSection, settings: Settings, draft: Draft): Faults {
  const parsed = Settings.safeParse(merged(settings, draft))
  const faults: Faults = {}
  for (const { path, message } of parsed.error?.issues ?? []) {
    const setting = settingAt(described, path.join('.'))
    if (setting) faults[setting.path] ??= textOf(setting, path.slice(setting.path.split('.').length), message)
  }
  return faults
}

/** Finds the field that an error of the server names, as in `registration.quota: Invalid value`. */
export function faultIn({ settings: described }: DescribedSection, message: string): Faults | null {
  const [, path = '', text = ''] = /^([\w.-]+): (.+)$/.exec(message) ?? []
  const setting = settingAt(described, path)
  return setting
    ? { [setting.path]: textOf(setting, path.split('.').slice(setting.path.split('.').length), text) }
    : null
}

function settingAt(described: readonly DescribedSetting[], path: string): DescribedSetting | undefined {
  return described.find((one) => path === one.path || path.startsWith(`${one.path}.`))
}

/** The beginning of a fault in a rule, which tells its field. */
export function ruleOfFault(index: number): string {
  const number = index + 1
  return t`Rule ${number}:`
}

function textOf({ control }: DescribedSetting, rest: PropertyKey[], message: string): string {
  const { kind } = control
  const isNumber = kind === 'number' || kind === 'count'
  const text = isNumber && message.startsWith('Invalid') ? numberText(control) : sayRule(message)
  return kind === 'rules' && rest.length > 0 ? `${ruleOfFault(Number(rest[0]))} ${text}` : text
}

function numberText(control: Control): string {
  if (control.kind !== 'count' || !control.range) return t`Please enter a whole number that is not too large`
  const [min, max] = control.range
  return t`Please enter a whole number from ${min} to ${max}`
}
