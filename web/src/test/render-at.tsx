import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ResponseOf } from '@zing/proto/endpoint'
import { countRecoveryCodes, listSessions } from '@zing/proto/http/account'
import { getUser } from '@zing/proto/http/auth'
import { listBlocks, listConversations, listMessages, markAllRead } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/client-config'
import { getCommunity } from '@zing/proto/http/community'
import { getDiscoveryAlerts, getDiscoveryHints, getDiscoveryPreferences } from '@zing/proto/http/discovery'
import { getRegistration } from '@zing/proto/http/door'
import { getConversationSettings } from '@zing/proto/http/media'
import { listPasskeys } from '@zing/proto/http/passkeys'
import { getNotificationSettings } from '@zing/proto/http/push'
import { listBlockedPeople, listMatches, listNotifications, listPastMatches, listUsers } from '@zing/proto/http/social'
import { listRoles } from '@zing/proto/http/staff/admin'
import { listApplications } from '@zing/proto/http/staff/applications'
import { NO_PREFERENCES } from '@zing/proto/profiles/discovery'
import { NO_STORY } from '@zing/proto/profiles/story'
import type { Match, User } from '@zing/proto/profiles/users'
import { App } from '../app/app.tsx'
import { stubApi } from './api.ts'
import { community } from './community.ts'
import { openPage } from './session.ts'
import { stubSocket } from './socket.ts'

export const ada: User = {
  id: 1,
  name: 'Ada',
  username: 'ada',
  age: 30,
  gender: 'female',
  orientation: 'gay',
  selfie: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...NO_STORY,
  hidden: false,
}

export function profile(id: number, name: string, more: Partial<Match> = {}): Match {
  return {
    id,
    name,
    age: 28,
    gender: 'male',
    orientation: 'straight',
    selfie: `/api/selfies/${id}/1`,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...NO_STORY,
    photos: [{ id: '1', path: `/api/selfies/${id}/1` }],
    likeCount: 3,
    hasLiked: false,
    isMatch: false,
    matchedAt: '2026-01-02T00:00:00.000Z',
    ...more,
  }
}

/** Settings of a user who has chosen nothing. */
export const notificationSettings: ResponseOf<typeof getNotificationSettings> = {
  likes: true,
  matches: true,
  messages: true,
  names: false,
  quietHours: null,
  devices: [],
}

/** Configuration of a community that does not verify its members. */
export const clientConfig: ResponseOf<typeof getClientConfig> = {
  termsUrl: 'https://terms.example/',
  privacyUrl: 'https://privacy.example/',
  feedbackUrl: 'https://survey.example/',
  isDemo: false,
  place: 'offered',
}

/** Stubs an API where Ada is signed in and every list is empty. */
export function setupApi() {
  const api = stubApi()
  api.respond(getClientConfig, clientConfig)
  api.respond(getCommunity, community())
  api.respond(getRegistration, { mode: 'open', needsInvitation: false })
  api.respond(getUser, ada)
  api.respond(listApplications, [])
  api.respond(listUsers, [])
  api.respond(listMatches, [])
  api.respond(listNotifications, [])
  api.respond(listMessages, [])
  api.respond(listConversations, [])
  api.respond(markAllRead, undefined)
  api.respond(listBlocks, [])
  api.respond(getConversationSettings, {
    photos: 'afterBoth',
    voice: 'afterBoth',
    maySend: { photos: true, voice: true },
  })
  api.respond(listSessions, [])
  api.respond(listPasskeys, [])
  api.respond(countRecoveryCodes, { unused: 0 })
  api.respond(listPastMatches, [])
  api.respond(listBlockedPeople, [])
  api.respond(listRoles, [])
  api.respond(getNotificationSettings, { ...notificationSettings })
  api.respond(getDiscoveryPreferences, NO_PREFERENCES)
  api.respond(getDiscoveryAlerts, { enabled: false })
  api.respond(getDiscoveryHints, { hints: [], hasPassed: false })
  return api
}

/** Renders the whole client at a path. */
export function renderAt(path: string) {
  const socket = stubSocket()
  window.history.replaceState(null, '', path)
  openPage()
  render(<App />)
  return { socket, user: userEvent.setup(), path: () => window.location.pathname }
}
