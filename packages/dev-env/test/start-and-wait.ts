import { createReaper } from '../src/processes/orphan-reaper.ts'
import { createProcesses } from '../src/processes/processes.ts'

// Starts a process, prints its id and keeps running. A test kills this process and checks that the other one ends.
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
