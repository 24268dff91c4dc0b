import type { Application } from '@zing/proto/community/door'
import { errors } from '@zing/proto/errors'
import type { UserDocument } from '../models/user.ts'
import type { StoredApplication } from '../models/user-parts.ts'

/** The application as the applicant sees it; undefined for an account that never applied. */
export function toApplication({ application }: Pick<UserDocument, 'application'>): Application | undefined {
  if (!application) return undefined
  const { question, answer = null, asked, reason } = application
  return {
    question,
    answer,
    ...(asked && { asked: { question: asked.question, answer: asked.answer ?? null } }),
    ...(reason && { reason }),
  }
}

/** The account after its user has answered the question back, or else the community's question. */
export function withAnswer(user: UserDocument, answer: string): UserDocument {
  const { status, application } = user
  if (status !== 'pending' || !application) throw errors.applicationDecided()
  const { asked } = application
  return { ...user, application: { ...application, ...(asked ? { asked: { ...asked, answer } } : { answer }) } }
}

/** The account back in the queue. */
export function withReview(user: UserDocument, at: Date): UserDocument {
  const { question = '', answer = null } = user.application ?? ({} as Partial<StoredApplication>)
  return { ...user, status: 'pending', wasMember: true, application: { question, answer, at } }
}
