import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { explain } from '@zing/dev-env/output/explain'
import { StartError } from '@zing/dev-env/start-error'
import { connectForRestore } from './connect.ts'
import { restoreBackup } from './restore-backup.ts'

// `npm run restore -- <folder> [--drop]`, for operators, while the services are stopped. See docs/operations.md.
const OLD_EVENTS =
  'NATS may still hold events of after the backup: delete its stream EVENTS before you start the services.'

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { drop: { type: 'boolean' } } })
  const [folder] = positionals
  if (!folder) throw new StartError('Usage: npm run restore -- <folder> [--drop]')
  const { client, dataDir, close } = await connectForRestore(process.env)
  const work = restoreBackup(client, path.resolve(folder), { drop: values.drop ?? false, log: console.log })
  const { startedAt } = await work.finally(close)
  // Its events tell of a time that has not happened now; what they would have changed is compared at the start.
  if (dataDir) await rm(path.join(dataDir, 'nats'), { recursive: true, force: true })
  console.log(`Restored as of ${startedAt}; everybody signs in again.`)
  if (!dataDir || process.env.NATS_URL) console.log(OLD_EVENTS)
} catch (error) {
  console.error(`Not restored: ${explain(error)}`)
  process.exitCode = 1
}
