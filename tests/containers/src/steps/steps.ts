import { backup } from './backup.ts'
import { build } from './build.ts'
import { commands } from './commands.ts'
import { cut } from './cut.ts'
import { databases } from './databases.ts'
import { firstStart } from './first-start.ts'
import { fullVolume } from './full-volume.ts'
import { hardening } from './hardening.ts'
import { images } from './images.ts'
import { journeys } from './journeys.ts'
import { kill, memory } from './kill.ts'
import { kubernetes } from './kubernetes.ts'
import { networks } from './networks.ts'
import { ready } from './ready.ts'
import { reproducible } from './reproducible.ts'
import { rolling } from './rolling.ts'
import { secrets } from './secrets.ts'
import { load, smoke } from './smoke.ts'
import { start } from './start.ts'
import type { Step } from './step.ts'
import { stop } from './stop.ts'
import { tls } from './tls.ts'
import { vision } from './vision.ts'

export const STEPS: Step[] = [
  build,
  images,
  reproducible,
  start,
  smoke,
  vision,
  ready,
  hardening,
  networks,
  databases,
  commands,
  journeys,
  load,
  kill,
  memory,
  cut,
  stop,
  rolling,
  fullVolume,
  firstStart,
  secrets,
  backup,
  tls,
  kubernetes,
]
export const QUICK_STEPS: Step[] = [build, start, smoke, stop]
