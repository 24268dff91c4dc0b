import { build } from './build.ts'
import { hardening } from './hardening.ts'
import { images } from './images.ts'
import { journeys } from './journeys.ts'
import { kill, memory } from './kill.ts'
import { networks } from './networks.ts'
import { load, smoke } from './smoke.ts'
import { start } from './start.ts'
import type { Step } from './step.ts'
import { stop } from './stop.ts'

export const STEPS: Step[] = [build, images, start, smoke, hardening, networks, journeys, load, kill, memory, stop]
export const QUICK_STEPS: Step[] = [build, start, smoke, stop]
