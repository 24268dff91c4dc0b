import { runCommand } from '../src/processes/run-command.ts'

// Starts a process, prints its id and keeps running. A test ends this process and checks that the other one ends.
await runCommand(async ({ start }) => {
  const { pid } = await start({
    name: 'child',
    command: process.execPath,
    args: ['-e', 'setInterval(() => {}, 1000)'],
    isReady: () => true,
    readyWithinMs: 10_000,
  })
  console.log(pid)
  return new Promise(() => {})
})
