import { evidenceFault } from './domain/evidence-store.ts'
import { verifyChain } from './domain/hash-chain.ts'
import { createModels } from './models/models.ts'
import { connectOperatorDatabase } from './operator/connect.ts'

// `npm run audit:verify` checks every entry of the audit log and of the evidence chain, and the evidence that is stored, in
// the database of MONGO_URL or of a running `npm start`. Compare the last hash with the newest log line "audit entry": a log
// whose end was cut off is whole in itself.

try {
  const db = await connectOperatorDatabase()
  const models = createModels(db)
  const audit = await verifyChain(models.Audit)
  const evidence = await verifyChain(models.EvidenceChain, (entry) => evidenceFault({ models }, entry))
  for (const [name, { entries, lastHash, faults }] of Object.entries({ 'audit log': audit, evidence })) {
    process.stdout.write(`${name}: ${entries} entries, last hash ${lastHash}, ${faults.length} faults\n`)
    for (const fault of faults) process.stdout.write(`  ${fault}\n`)
  }
  await db.close()
  if (audit.faults.length + evidence.faults.length > 0) process.exitCode = 1
} catch (error) {
  process.stderr.write(`Audit log not verified: ${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
