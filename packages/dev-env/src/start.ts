import { readOptions } from './config/options.ts'
import { createConsole } from './output/console.ts'
import { formatError } from './output/format-error.ts'
import { checkPort } from './processes/check-port.ts'
import { onStopSignal } from './processes/stop-signals.ts'
import { createZing, type Zing } from './start-all.ts'
import { lockDataFolder } from './state/data-folder.ts'

// `npm start`: checks its input before it starts a process; every expected error is one sentence and exit code 1.
const out = createConsole()
let zing: Zing | null = null
let isStopping = false

onStopSignal(
  () => void stop(0),
  () => {
    zing?.kill()
    process.exit(130)
  },
)

try {
  const options = readOptions(process.env, process.argv.slice(2))
  const port = await checkPort(options.port, options.host)
  const releaseDataFolder = await lockDataFolder(options.dataDir)
  process.on('exit', releaseDataFolder)
  zing = createZing(options, port, out)
  await zing.start()
} catch (error) {
  if (!isStopping) {
    console.error(`\n${formatError(error)}`)
    await stop(1)
  }
}

async function stop(exitCode: number): Promise<void> {
  isStopping = true
  if (zing && exitCode === 0) out.log('Stopping ...')
  await zing?.stop()
  process.exit(exitCode)
}
