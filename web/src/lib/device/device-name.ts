/** Name of a device known only by its browser and system. */
export function deviceName({ browser, system }: { browser: string | null; system: string | null }): string {
  return `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}

export function isPhone({ system }: { system: string | null }): boolean {
  return system === 'iOS' || system === 'Android'
}
