import { sealOf } from '../evidence/case-seal.ts'
import { evidenceFault } from '../evidence/evidence-store.ts'
import type { CaseDocument } from '../models/case.ts'
import type { StoredReport } from '../models/case-parts.ts'
import type { Models } from '../models/models.ts'
import { currentEpoch } from '../reset/current-epoch.ts'
import { AUDIT_SUBJECT, type AuditRecord, type CaseSeal, recordOf } from './audit.ts'
import { type ChainReport, createChainCheck, endFault } from './hash-chain.ts'

const PAGE = 100
/** Reads of a case that changes during its check. */
const MAX_READS = 20

/** A case as stored: after tampering any field may be missing. */
type StoredCase = CaseDocument & { outbox?: { subject: string; payload: unknown }[] }

/** A case according to the log, with the seal of its newest sealed entry. */
interface LoggedCase extends CaseSeal {
  isDeleted: boolean
}

export interface AuditVerification {
  log: ChainReport
  cases: { cases: number; evidence: number; faults: string[] }
}

/**
 * Checks the audit log, the cases and their evidence. The newest entry of a case seals the case, and the case seals its
 * evidence. The log must have all hashes in `expected`. The services may run during the check.
 */
export async function verifyAudit(models: Models, expected: string[] = []): Promise<AuditVerification> {
  const logged = new Map<number, LoggedCase>()
  const missing = new Set(expected)
  let resets = 0
  const { report: log, readOn } = createChainCheck(models, (entry) => {
    missing.delete(entry.hash)
    const record = recordOf(entry)
    if (record?.action === 'data.reset') resets += 1
    if (record) noteCase(logged, record)
  })
  const cases: AuditVerification['cases'] = { cases: 0, evidence: 0, faults: [] }

  /** Describes the faults of a case as read; `stored` is null for a missing case. */
  async function faultsOf(id: number, stored: StoredCase | null): Promise<string[]> {
    const entry = logged.get(id)
    const seal = (stored && pendingSeal(stored)) ?? entry
    if (!seal) return [`case ${id} is not in the log`]
    if (entry?.isDeleted || seal.epoch < (await currentEpoch({ models }))) return []
    if (!stored) return [`case ${id} is missing`]
    const faults = sealOf(stored).digest === seal.digest ? [] : [`case ${id} has been changed`]
    for (const report of reportsWithEvidence(stored)) {
      const fault = await evidenceFault({ models }, report)
      if (fault) faults.push(`${fault} (case ${id})`)
    }
    return faults
  }

  /** A fault counts only if the case stays the same while the log is read to its new end. */
  async function check(id: number, first: StoredCase | null): Promise<void> {
    let faults = await faultsOf(id, first)
    for (let reads = 0; faults.length > 0 && reads < MAX_READS; reads++) {
      const stored = await readCase(models, id)
      await readOn()
      faults = await faultsOf(id, stored)
      const again = await readCase(models, id)
      if (again?.rev === stored?.rev) break
    }
    cases.faults.push(...faults)
  }

  await readOn()
  const seen = new Set<number>()
  for (let after = Number.NEGATIVE_INFINITY, isLast = false; !isLast; ) {
    const page: StoredCase[] = await pageAfter(models, after)
    for (const stored of page) {
      seen.add(stored._id)
      cases.cases += 1
      cases.evidence += reportsWithEvidence(stored).length
      await check(stored._id, stored)
    }
    after = page.at(-1)?._id ?? after
    isLast = page.length < PAGE
  }
  for (const id of [...logged.keys()]) if (!seen.has(id)) await check(id, null)

  const epoch = await currentEpoch({ models })
  await readOn() // admin stores the entry of a reset before the reset
  if (epoch > resets) log.faults.push(`${epoch} resets, of which the log has ${resets}`)
  const cut = await endFault(models)
  if (cut) log.faults.push(cut)
  for (const hash of missing) log.faults.push(`no entry has the hash ${hash}`)
  return { log, cases }
}

function noteCase(logged: Map<number, LoggedCase>, { action, caseId, seal }: AuditRecord): void {
  if (caseId === null) return
  const known = logged.get(caseId)
  const isDeleted = action === 'case.deleted' || (known?.isDeleted ?? false)
  if (seal) logged.set(caseId, { ...seal, isDeleted })
  else if (known) known.isDeleted = isDeleted
}

function reportsWithEvidence({ hasEvidence, reports }: Partial<StoredCase>): StoredReport[] {
  return hasEvidence ? (reports ?? []) : []
}

/** The seal of the newest write whose audit entry still waits in the outbox. */
function pendingSeal({ outbox = [] }: StoredCase): CaseSeal | undefined {
  const pending = outbox.filter(({ subject }) => subject === AUDIT_SUBJECT)
  return (pending.at(-1)?.payload as AuditRecord | undefined)?.seal // stored by `audited`
}

function readCase({ Case }: Models, id: number): Promise<StoredCase | null> {
  return Case.findById(id).lean<StoredCase>()
}

function pageAfter({ Case }: Models, after: number): Promise<StoredCase[]> {
  return Case.find({ _id: { $gt: after } })
    .sort({ _id: 1 })
    .limit(PAGE)
    .lean<StoredCase[]>()
}
