import type { Models } from '../models/models.ts'

/** Deletes the reports of before a reset, with their evidence; the audit log and the digests stay, and hold no words. */
export async function deleteOlder({ Case, Evidence, Reporter }: Models, epoch: number): Promise<void> {
  const older = { epoch: { $lt: epoch } }
  await Promise.all([Case.deleteMany(older), Evidence.deleteMany(older), Reporter.deleteMany({})])
}
