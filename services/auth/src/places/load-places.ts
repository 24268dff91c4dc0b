import { findPlaces } from '@zing/places/find-places'
import type { Ctx } from '../context.ts'

/** Loads the list as soon as the community is known to have places. The first search would block the process as long. */
export async function loadPlaces({ settings }: Pick<Ctx, 'settings'>): Promise<void> {
  await settings.known
  if (settings.current().settings.place !== 'off') findPlaces('a', 'en', 1)
}
