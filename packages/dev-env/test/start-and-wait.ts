import { createReaper } from '../src/processes/orphan-reaper.ts'
import { createProcesses } from '../src/processes/processes.ts'

// Starts a process, prints its id, and stays: a test kills this one and looks whether that one ends.
const { start } = createProcesses({
  reaper: createReaper(),
  onChange: (_name, pid) => {
    if (pid) console.log(pid)
  },
})
await start({
  name: 'child',
  command: process.execPath,
  args: ['-e', 'setInterval(() => {}, 1000)'],
  isReady: () => true,
  readyWithinMs: 10_000,
})
