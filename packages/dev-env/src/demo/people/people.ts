import { HOME } from './home.ts'
import { KITCHEN } from './kitchen.ts'
import { MAKERS } from './makers.ts'
import { OUTDOORS } from './outdoors.ts'
import type { Person } from './person.ts'
import { READERS } from './readers.ts'
import { STAGE } from './stage.ts'

const GROUPS = [HOME, KITCHEN, STAGE, MAKERS, READERS, OUTDOORS]

/** The sixty people of the demo, taken from the groups in turns, so that the feed is mixed. */
export const PEOPLE: Person[] = HOME.flatMap((_, index) => GROUPS.flatMap((group) => group[index] ?? []))
