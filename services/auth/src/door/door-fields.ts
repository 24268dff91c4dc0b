import { textIn } from '@zing/proto/community/local-text'
import { DEFAULT_QUESTION } from '@zing/proto/community/modes'
import type { Settings } from '@zing/proto/community/settings'
import type { UserDocument } from '../models/user.ts'
import type { Door } from './find-door.ts'

/** The fields of a new account that come from the door. */
export function doorFields(
  { settings, decision, invitation, isBusyHour }: Door,
  { application, language }: { application?: string; language?: string },
): Pick<UserDocument, 'status' | 'application' | 'invitation' | 'acceptedTerms'> {
  const { version } = settings.terms
  return {
    ...(decision === 'pending' && {
      status: 'pending',
      application: {
        question: questionOf(settings, language),
        answer: application ?? null,
        at: new Date(),
        ...(isBusyHour && { isBusyHour }),
      },
    }),
    ...(invitation && { invitation: { id: invitation._id, byId: invitation.userId, label: invitation.label } }),
    ...(version > 0 && { acceptedTerms: version }),
  }
}

/** The question that an applicant answers, in their language if the community has it. */
export function questionOf({ registration, defaultLanguage }: Settings, language: string = defaultLanguage): string {
  return textIn(registration.question, language, defaultLanguage) || DEFAULT_QUESTION
}
