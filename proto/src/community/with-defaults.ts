import { DEFAULT_SETTINGS, type Settings } from './settings.ts'

type Group = Record<string, unknown>

/**
 * Settings that another release has stored. Missing ones get their default, unknown ones are left out. Values are not
 * checked.
 */
export function withDefaults(stored: unknown): Settings {
  return filled(DEFAULT_SETTINGS, stored) as Settings // has the keys of DEFAULT_SETTINGS
}

function filled(defaults: Group, stored: unknown): Group {
  const given: Group = isGroup(stored) ? stored : {}
  return Object.fromEntries(
    Object.entries(defaults).map(([key, value]) => {
      if (isGroup(value)) return [key, filled(value, given[key])]
      return [key, Object.hasOwn(given, key) && given[key] !== undefined ? given[key] : value]
    }),
  )
}

/** True for a group of settings in DEFAULT_SETTINGS. Its texts are no objects there, so all objects are groups. */
export function isGroup(value: unknown): value is Group {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
