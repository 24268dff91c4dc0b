/** What a device is called where only its browser and system are known. */
export function deviceName({ browser, system }: { browser: string | null; system: string | null }): string {
  return `${browser ?? 'Unknown browser'}${system ? ` on ${system}` : ''}`
}

export function isPhone({ system }: { system: string | null }): boolean {
  return system === 'iOS' || system === 'Android'
}
