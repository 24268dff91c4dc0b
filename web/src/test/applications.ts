import type { InvitedUser, QueuedApplication } from '@zing/proto/http/staff/applications'
import { NO_STORY } from '@zing/proto/profiles/story'
import { FAR_AWAY } from './moderation-cases.ts'

const AT = '2026-01-02T10:00:00.000Z'

export function application(id: number, name: string, more: Partial<QueuedApplication> = {}): QueuedApplication {
  const username = name.toLowerCase()
  return {
    user: { id, name, username },
    profile: { ...NO_STORY, name, age: 28, gender: 'male', orientation: 'straight', username, createdAt: AT },
    photo: null,
    application: { question: 'Why bees?', answer: `${name} likes honey` },
    invitation: null,
    signs: [],
    appliedAt: AT,
    dueAt: FAR_AWAY,
    status: 'pending',
    ...more,
  }
}

export function invitedUser(id: number, name: string, more: Partial<InvitedUser> = {}): InvitedUser {
  const user = { id, name, username: name.toLowerCase() }
  return { user, depth: 1, byId: 2, status: 'active', isStaff: false, joinedAt: AT, ...more }
}
