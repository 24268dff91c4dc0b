import type { mongo } from 'mongoose'
import { hasWordsOf } from '../cases/rules/case-words.ts'
import { MIN_ORPHAN_AGE_MS } from '../deletion/maintenance.ts'
import { evidenceEndOf, keptUntil } from '../evidence/evidence-end.ts'
import type { CaseDocument } from '../models/case.ts'
import { fieldsNaming } from './fields-naming.ts'

export interface Allowance {
  /** Why a document may name a deleted user; absent if the erasure, or the end of evidence, has missed it. */
  allowed?: 'tombstone' | 'sealed evidence' | 'moderation record'
  /** The last day of data that ends by itself, or WITH_ITS_CASE. */
  until?: string
}

/** Sorts after each day. */
const WITH_ITS_CASE = 'its case is decided'
const LEFT: Allowance = {}

interface Found {
  service: string
  collection: string
  document: mongo.BSON.Document
  userId: number
}

/**
 * Moderation keeps sealed evidence until its end, records of bans, ids of deleted users, and who has invited whom.
 */
export async function allowanceOf(database: mongo.Db, found: Found): Promise<Allowance> {
  const { service, collection, document, userId } = found
  if (collection === 'tombstones') return { allowed: 'tombstone' }
  switch (`${service}.${collection}`) {
    case 'auth.banRecords':
      return sealedUntil(document.expiresAt)
    case 'auth.users':
      return isInvitee(document, userId) ? { allowed: 'moderation record' } : LEFT
    case 'admin.audit':
    case 'admin.settings':
      return { allowed: 'moderation record' }
    case 'admin.cases':
    case 'admin.evidence':
      return evidenceAllowance(database, found)
    default:
      return LEFT
  }
}

/** The account of a user whom the deleted user has invited, and that names them nowhere else. */
function isInvitee({ _id, invitation, ...account }: mongo.BSON.Document, userId: number): boolean {
  if (_id === userId || invitation?.byId !== userId) return false
  return fieldsNaming({ userId }, 'users', account).length === 0
}

async function evidenceAllowance(database: mongo.Db, { collection, document, userId }: Found): Promise<Allowance> {
  const cases = database.collection<CaseDocument>('cases')
  const isEvidence = collection === 'evidence'
  const reported = isEvidence
    ? await cases.findOne({ 'reports.id': document._id, hasEvidence: true })
    : document.appeal
      ? await cases.findOne({ _id: document.appeal.caseId })
      : (document as CaseDocument)
  if (!reported) return isEvidence ? sealedUntil(orphanEnd(document.createdAt)) : LEFT
  if (reported.userId === userId) return reported.hasEvidence ? sealedUntil(keptUntil(reported)) : LEFT
  if (!reported.hasEvidence) return hasWordsOf(reported, userId) ? LEFT : { allowed: 'moderation record' }
  return sealedUntil(evidenceEndOf(reported, await cases.find({ 'appeal.caseId': reported._id }).toArray()))
}

/** Evidence without a report is about to get its report, or is deleted soon. */
function orphanEnd(createdAt: unknown): Date | undefined {
  return createdAt instanceof Date ? new Date(createdAt.getTime() + MIN_ORPHAN_AGE_MS) : undefined
}

/** Null means no end yet. Data with an end is deleted on that day. */
function sealedUntil(end: Date | null | undefined): Allowance {
  if (end === null) return { allowed: 'sealed evidence', until: WITH_ITS_CASE }
  if (!(end instanceof Date)) return LEFT
  const [until = '', today = ''] = [end, new Date()].map((time) => time.toISOString().slice(0, 10))
  return until >= today ? { allowed: 'sealed evidence', until } : { until }
}
