import { build } from './build.ts'
import { start } from './start.ts'
import type { Step } from './step.ts'

export const STEPS: Step[] = [build, start]
export const QUICK_STEPS: Step[] = [build, start]
