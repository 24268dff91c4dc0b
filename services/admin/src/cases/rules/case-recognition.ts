import type { Recognition } from '@zing/proto/moderation/recognition'
import type { CaseDocument, StoredReport } from '../../models/case.ts'

/** The photos of the newest reports; an account has six, and may show others each day. */
const MAX_HASHES = 60

/** What the reported account was like in all reports of a case; undefined if none says so. */
export function recognitionOf({ reports }: Pick<CaseDocument, 'reports'>): Recognition | undefined {
  const known = reports.flatMap(({ recognition }) => recognition ?? [])
  const usernameHash = known.at(-1)?.usernameHash
  if (usernameHash === undefined) return undefined
  const photoHashes = [...new Set(known.flatMap((one) => one.photoHashes))].slice(-MAX_HASHES)
  return { usernameHash, photoHashes }
}

/** It ends with the evidence: by then auth has it in the record of a ban. */
export function withoutRecognition({ recognition: _ended, ...report }: StoredReport): StoredReport {
  return report
}
