import { createRandomIds } from '@zing/kit/mongo/random-ids'
import type { Models } from '../models/models.ts'

/**
 * Ids of cases, and of what is in them. Random ones: a moderator who is reported does not find the case, and a gap between the numbers
 * of others would show it.
 */
export function createCaseIds({ Case, Evidence }: Pick<Models, 'Case' | 'Evidence'>) {
  return {
    cases: createRandomIds(async (_id) => Boolean(await Case.exists({ _id }))),
    reports: createRandomIds(async (id) =>
      Boolean((await Evidence.exists({ _id: id })) ?? (await Case.exists({ 'reports.id': id }))),
    ),
    decisions: createRandomIds(async (id) => Boolean(await Case.exists({ 'decisions.id': id }))),
    notes: createRandomIds(async () => false), // told apart within their case only
  }
}
