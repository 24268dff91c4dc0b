import type { Processes } from '@zing/dev-env/processes/processes'
import { onProcessors } from './processors.ts'

/** After everything else that wants the processor. */
const NICENESS = 19
const SPIN = 'for (;;);'

/**
 * Keeps each of these processors busy whenever nothing else does. Two processors of a machine may share a core, or what clocks it:
 * those of the product would be faster while the generator has little to do, and the capacity that is measured then could not be
 * reached beside a generator that offers three times of it.
 */
export function keepBusy(processes: Processes, processors: string): { stop(): Promise<void> } {
  const spinners = processors.split(',').map((processor) =>
    processes.launch({
      name: `spinner-${processor}`,
      ...onProcessors(processor, { command: process.execPath, args: ['--eval', SPIN] }),
      isReady: () => true,
      readyWithinMs: 0,
      niceness: NICENESS,
      onLine: () => {},
    }),
  )
  return { stop: async () => void (await Promise.all(spinners.map((spinner) => spinner.stop()))) }
}
