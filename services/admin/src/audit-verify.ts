import { parseArgs } from 'node:util'
import { verifyAudit } from './audit/verify-audit.ts'
import { createModels } from './models/models.ts'
import { connectOperatorDatabase } from './operator/connect.ts'

// `npm run audit:verify` checks every entry of the audit log, all cases and their evidence. It reads the database of
// MONGO_URL, or of a running `npm start` without MONGO_URL. `-- --expect <hash>` names the hash of a log line "audit
// entry": without an entry of this hash the check fails. An attacker who can write to the whole database can calculate
// a new log, but no log with that hash.

try {
  const { values } = parseArgs({ options: { expect: { type: 'string', multiple: true } } })
  const db = await connectOperatorDatabase()
  const { log, cases } = await verifyAudit(createModels(db), values.expect)
  await db.close()
  write(`audit log: ${log.entries} entries, last hash ${log.lastHash}, ${log.faults.length} faults`, log.faults)
  const evidence = `evidence of ${cases.evidence} reports`
  write(`cases: ${cases.cases} cases, ${evidence}, ${cases.faults.length} faults`, cases.faults)
  if (log.faults.length + cases.faults.length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`Audit log not verified: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1) // an open connection would keep the process alive
}

function write(summary: string, faults: string[]): void {
  for (const line of [summary, ...faults.map((fault) => `  ${fault}`)]) process.stdout.write(`${line}\n`)
}
