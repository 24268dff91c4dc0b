import { setImmediate as othersFirst } from 'node:timers/promises'
import { prepare } from './data/packed-file.ts'
import { towns } from './data/towns.ts'
import { findPlaces } from './find-places.ts'
import { names } from './names/names.ts'

/** Loads both lists in steps between which the process does its other work. The first search would block it as long. */
export async function preparePlaces(): Promise<void> {
  await Promise.all([prepare('towns'), prepare('names')])
  for (const step of [towns, names, () => findPlaces('a', 'en', 1)]) {
    await othersFirst()
    step()
  }
}
