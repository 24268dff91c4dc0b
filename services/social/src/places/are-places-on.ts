import type { Ctx } from '../context.ts'

/** False in a community without places: social then neither shows nor compares a place. */
export function arePlacesOn({ settings }: Pick<Ctx, 'settings'>): boolean {
  return settings.current().settings.place !== 'off'
}
