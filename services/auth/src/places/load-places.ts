import { preparePlaces } from '@zing/places/prepare-places'
import type { Ctx } from '../context.ts'

/** Loads the list as soon as the community is known to have places. */
export async function loadPlaces({ settings }: Pick<Ctx, 'settings'>): Promise<void> {
  await settings.known
  if (settings.current().settings.place !== 'off') await preparePlaces()
}
