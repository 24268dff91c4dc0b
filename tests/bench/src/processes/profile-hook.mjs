import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import path from 'node:path'

// `--profile` loads this into every process of the product. SIGUSR2 starts a CPU profile, and the next SIGUSR2 writes
// it, so the profile leaves out the start.
const folder = process.env.BENCH_PROFILES
const name = /(\w+)[/\\]src[/\\]main\.ts$/.exec(process.argv[1] ?? '')?.[1]

if (folder && name) {
  const session = new Session()
  let isOn = false
  let count = 0
  process.on('SIGUSR2', () => {
    if (isOn) return session.post('Profiler.stop', (_error, { profile }) => write(profile))
    session.connect()
    session.post('Profiler.enable')
    session.post('Profiler.start')
    isOn = true
  })

  function write(profile) {
    session.disconnect()
    isOn = false
    const file = path.join(folder, `${name}-${process.pid}-${count}.cpuprofile`)
    writeFileSync(`${file}.new`, JSON.stringify(profile))
    renameSync(`${file}.new`, file) // the file appears when it is complete
    count += 1
  }
}
