import { t } from '@lingui/core/macro'
/** Name of a device known only by its browser and system. */
export function deviceName({ browser, system }: { browser: string | null; system: string | null }): string {
  const name = browser ?? t`Unknown browser`
  return system ? t`${name} on ${system}` : name
}

export function isPhone({ system }: { system: string | null }): boolean {
  return system === 'iOS' || system === 'Android'
}
