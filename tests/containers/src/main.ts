// `npm run containers` builds the images and runs the compose file in containers (docs/deployment.md). `--up` leaves it
// running. Exits with 1 if a step failed, and with 77 if nothing could be tested.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'
import { formatError } from '@zing/dev-env/output/format-error'
import { onStopSignal } from '@zing/dev-env/processes/stop-signals'
import { readArgs } from './args.ts'
import { exitCodeOf, formatResult, summaryOf } from './report.ts'
import { type Running, runContainers } from './run.ts'
import { STEPS } from './steps/steps.ts'
import { removeTrial, startTrial } from './trial.ts'

const cache = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'zing-containers')
const folder = await mkdtemp(path.join(tmpdir(), 'zing-containers-'))
const running: Running = { stop: async () => {}, isKept: false }
onStopSignal(
  () => void running.stop().finally(() => process.exit(130)),
  () => process.exit(130),
)

try {
  await mkdir(cache, { recursive: true })
  const args = readArgs(
    process.argv.slice(2),
    STEPS.map(({ name }) => name),
  )
  if (args.trial) {
    await (args.trial === 'up' ? startTrial : removeTrial)({ cache, log: console.log })
  } else {
    const results = await runContainers({
      args,
      folders: { cache, run: folder, mayMakeFirst: !args.isQuick },
      running,
      log: console.log,
      onResult: (result) => console.log(formatResult(result)),
    })
    console.log(summaryOf(results))
    process.exitCode = exitCodeOf(results)
  }
} catch (error) {
  console.error(formatError(error))
  process.exitCode = 1
} finally {
  if (!running.isKept) await rm(folder, { recursive: true, force: true })
}
process.exit()
