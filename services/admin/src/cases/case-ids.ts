import { createRandomIds } from '@zing/kit/mongo/random-ids'
import type { Models } from '../models/models.ts'

/**
 * Random ids of cases, reports, decisions and notes. A reported moderator must not find the case, which a gap between
 * consecutive numbers would reveal.
 */
export function createCaseIds({ Case, Evidence }: Pick<Models, 'Case' | 'Evidence'>) {
  return {
    cases: createRandomIds(async (_id) => Boolean(await Case.exists({ _id }))),
    reports: createRandomIds(async (id) =>
      Boolean((await Evidence.exists({ _id: id })) ?? (await Case.exists({ 'reports.id': id }))),
    ),
    decisions: createRandomIds(async (id) => Boolean(await Case.exists({ 'decisions.id': id }))),
    notes: createRandomIds(async () => false), // unique within their case only
  }
}
