import type { Light } from '../light.ts'
import type { Random } from '../random.ts'
import { bicycle } from './bicycle.ts'
import { cafe } from './cafe.ts'
import { camp } from './camp.ts'
import { city } from './city.ts'
import { concert } from './concert.ts'
import { desk } from './desk.ts'
import { forest } from './forest.ts'
import { games } from './games.ts'
import { greenhouse } from './greenhouse.ts'
import { kitchen } from './kitchen.ts'
import { library } from './library.ts'
import { market } from './market.ts'
import { mountains } from './mountains.ts'
import { sea } from './sea.ts'
import { snow } from './snow.ts'
import { studio } from './studio.ts'
import { train } from './train.ts'
import { vinyl } from './vinyl.ts'

/** Seen from above, so nobody can stand in front of them. */
const TABLES = { cafe, games }

const PLACES = {
  bicycle,
  camp,
  city,
  concert,
  desk,
  forest,
  greenhouse,
  kitchen,
  library,
  market,
  mountains,
  sea,
  snow,
  studio,
  train,
  vinyl,
}

export const SCENES: Record<SceneName, (random: Random, light: Light) => string> = { ...PLACES, ...TABLES }
export type Setting = keyof typeof PLACES
export type SceneName = Setting | keyof typeof TABLES
