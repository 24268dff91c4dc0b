import type { Models } from '../models/models.ts'

/**
 * Deletes the reports from before a reset, with their evidence. The audit log stays and holds no words. The times of
 * reports expire within a day.
 */
export async function deleteOlder(
  { Case, Evidence, EvidenceMedia, HourlyResult }: Models,
  epoch: number,
): Promise<void> {
  const older = { epoch: { $lt: epoch } }
  await Promise.all([
    Case.deleteMany(older),
    Evidence.deleteMany(older),
    EvidenceMedia.deleteMany(older),
    HourlyResult.deleteMany(older),
  ])
}
