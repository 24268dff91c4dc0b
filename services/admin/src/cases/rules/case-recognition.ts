import type { Recognition } from '@zing/proto/moderation/recognition'
import type { CaseDocument } from '../../models/case.ts'
import type { StoredReport } from '../../models/case-parts.ts'

/** Photo hashes of the newest reports; an account has six photos, and may change them daily. */
const MAX_HASHES = 60

/** Describes the reported account from all reports of a case; undefined if no report describes it. */
export function recognitionOf({ reports }: Pick<CaseDocument, 'reports'>): Recognition | undefined {
  const known = reports.flatMap(({ recognition }) => recognition ?? [])
  const usernameHash = known.at(-1)?.usernameHash
  if (usernameHash === undefined) return undefined
  const photoHashes = [...new Set(known.flatMap((one) => one.photoHashes))].slice(-MAX_HASHES)
  return { usernameHash, photoHashes }
}

/** Removes the description together with the evidence: by then auth has it in the record of a ban. */
export function withoutRecognition({ recognition: _ended, ...report }: StoredReport): StoredReport {
  return report
}
