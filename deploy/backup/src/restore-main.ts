import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { readS3Config } from '@zing/blobs/env'
import { formatError } from '@zing/dev-env/output/format-error'
import { StartError } from '@zing/dev-env/start-error'
import { connectForRestore } from './connect.ts'
import { restoreBackup } from './restore-backup.ts'

// `npm run restore -- <folder> [--drop]`, while the services are stopped: docs/operations.md, Restore
const OLD_EVENTS =
  'NATS may still hold events from after the backup: delete its stream EVENTS before you start the services.'

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { drop: { type: 'boolean' } } })
  const [folder] = positionals
  if (!folder) throw new StartError('Usage: npm run restore -- <folder> [--drop]')
  const { client, dataDir, close } = await connectForRestore(process.env)
  const work = restoreBackup(client, path.resolve(folder), {
    drop: values.drop ?? false,
    log: console.log,
    s3: readS3Config(),
  })
  const { startedAt } = await work.finally(close)
  // Its events are newer than the restored data; reconciliation at the start makes up for them.
  if (dataDir) await rm(path.join(dataDir, 'nats'), { recursive: true, force: true })
  console.log(`Restored as of ${startedAt}. Everyone has to log in again.`)
  if (!dataDir || process.env.NATS_URL) console.log(OLD_EVENTS)
} catch (error) {
  console.error(`Restore failed: ${formatError(error)}`)
  process.exitCode = 1
}
