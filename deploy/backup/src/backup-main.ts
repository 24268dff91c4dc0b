import path from 'node:path'
import { readS3Config } from '@zing/blobs/env'
import { formatError } from '@zing/dev-env/output/format-error'
import { StartError } from '@zing/dev-env/start-error'
import { connectForBackup } from './connect.ts'
import { writeBackup } from './write-backup.ts'

// `npm run backup -- <folder>`, also while the product runs: docs/operations.md, Backup
try {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new StartError('Usage: npm run backup -- <folder>')
  const { client, close } = await connectForBackup(process.env)
  const written = await writeBackup(client, path.resolve(folder), console.log, readS3Config()).finally(close)
  const documents = written.reduce((sum, entry) => sum + entry.documents, 0)
  console.log(`The backup in ${folder} is complete: ${documents} documents.`)
} catch (error) {
  console.error(`Backup failed: ${formatError(error)}`)
  process.exitCode = 1
}
