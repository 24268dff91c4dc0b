import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_SETTINGS, Settings, type SettingsChange } from '@zing/proto/community/settings'
import { isGroup } from '@zing/proto/community/with-defaults'
import { errors } from '@zing/proto/errors'
import { SETTINGS_MAX_BYTES } from '@zing/proto/limits'
import type { z } from 'zod/mini'

// The groups of the settings are the objects of DEFAULT_SETTINGS; everything else is one value.

type Group = Record<string, unknown>

/** Set by the product alone; a logo can be removed. */
const READ_ONLY = new Set(['terms.version', 'registration.fallenBack'])

/** Merges the changes of a person into the settings. 400 with the path of the first fault. */
export function mergeChanges(before: Settings, changes: Record<string, unknown>): Settings {
  const merged = ensureValid(mergeGroup(DEFAULT_SETTINGS, before, changes, []))
  if (!isGroup(changes.registration) || !('mode' in changes.registration)) return merged
  return endFallback(merged)
}

/** A person has decided about the mode. */
export function endFallback(settings: Settings): Settings {
  return { ...settings, registration: { ...settings.registration, fallenBack: null } }
}

function mergeGroup(defaults: Group, before: Group, changes: Group, parents: string[]): Group {
  const merged = { ...before }
  for (const [key, to] of Object.entries(changes)) {
    const path = [...parents, key]
    const inner = Object.hasOwn(defaults, key) ? defaults[key] : undefined
    if (inner === undefined) throw invalid(path, 'Unknown setting')
    if (READ_ONLY.has(path.join('.')) || (path[0] === 'logo' && to !== null)) throw invalid(path, 'Cannot be set')
    if (!isGroup(inner)) merged[key] = to
    else if (isGroup(to)) merged[key] = mergeGroup(inner, before[key] as Group, to, path)
    else throw invalid(path, 'Invalid value')
  }
  return merged
}

/** Parses settings, which trims texts. 400 with the path of a value outside its limits, or against another value. */
export function ensureValid(settings: unknown): Settings {
  const parsed = Settings.safeParse(settings)
  if (!parsed.success) throw invalid(...faultOf(parsed.error))
  const { defaultLanguage, languages } = parsed.data
  if (!languages.includes(defaultLanguage)) throw invalid(['defaultLanguage'], 'Must be one of the languages')
  if (bytesOf(parsed.data) > SETTINGS_MAX_BYTES)
    throw invalid([largestOf(parsed.data)], 'The settings have too much text')
  return parsed.data
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** The setting with the most text, for the message. */
function largestOf({ about, rules, terms, privacy }: Settings): string {
  const sizes = Object.entries({ about, rules, 'terms.text': terms.text, 'privacy.text': privacy.text })
  return sizes.reduce((most, one) => (bytesOf(one[1]) > bytesOf(most[1]) ? one : most))[0]
}

function faultOf(error: z.core.$ZodError): [path: PropertyKey[], message: string] {
  const { path = [], message = '' } = error.issues[0] ?? {}
  return [path, message.startsWith('Invalid input') || message === '' ? 'Invalid value' : message]
}

function invalid(path: PropertyKey[], message: string) {
  return errors.invalidRequest({ message: `${path.join('.')}: ${message}` })
}

/** Lists what differs between two settings, in the order of DEFAULT_SETTINGS. */
export function changesBetween(before: Settings, after: Settings): SettingsChange[] {
  return groupChanges(DEFAULT_SETTINGS, before, after, [])
}

function groupChanges(defaults: Group, before: Group, after: Group, parents: string[]): SettingsChange[] {
  return Object.entries(defaults).flatMap(([key, inner]) => {
    const path = [...parents, key]
    const [from, to] = [before[key], after[key]]
    if (isGroup(inner)) return groupChanges(inner, from as Group, to as Group, path)
    return isDeepStrictEqual(from, to) ? [] : [{ path: path.join('.'), from, to }]
  })
}

/** Gives other terms or rules the number of the settings that brought them: members accept both again. 0 without any. */
export function withTermsVersion(before: Settings, after: Settings, version: number): Settings {
  const [old, { url, text }] = [before.terms, after.terms]
  const isSame = isDeepStrictEqual([old.url, old.text, before.rules], [url, text, after.rules])
  const isNothing = url === null && text === null && after.rules.length === 0
  const terms = isSame ? old : { url, text, version: isNothing ? 0 : version }
  return { ...after, terms }
}
