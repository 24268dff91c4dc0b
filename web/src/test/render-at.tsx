import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getUser } from '@zing/proto/http/auth'
import { getUnread, listBlocks, listConversations, listMessages, markAllRead } from '@zing/proto/http/chat'
import { getClientConfig } from '@zing/proto/http/gateway'
import { listMatches, listNotifications, listUsers } from '@zing/proto/http/social'
import type { Match, User } from '@zing/proto/users'
import { App } from '../app/app.tsx'
import { createQueryClient } from '../queries/query-client.ts'
import { stubApi } from './api.ts'
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
}

export function person(id: number, name: string, more: Partial<Match> = {}): Match {
  return {
    id,
    name,
    age: 28,
    gender: 'male',
    orientation: 'straight',
    selfie: `/api/selfies/${id}/1`,
    createdAt: '2026-01-01T00:00:00.000Z',
    likeCount: 3,
    hasLiked: false,
    isMatch: false,
    matchedAt: '2026-01-02T00:00:00.000Z',
    ...more,
  }
}

/** A gateway where Ada is signed in and nothing has happened yet. */
export function quietApi() {
  const api = stubApi()
  api.answer(getClientConfig, {
    termsUrl: 'https://terms.example/',
    privacyUrl: 'https://privacy.example/',
    feedbackUrl: 'https://survey.example/',
    isDemo: false,
  })
  api.answer(getUser, ada)
  api.answer(listUsers, [])
  api.answer(listMatches, [])
  api.answer(listNotifications, [])
  api.answer(listMessages, [])
  api.answer(listConversations, [])
  api.answer(getUnread, { count: 0 })
  api.answer(markAllRead, undefined)
  api.answer(listBlocks, [])
  return api
}

/** The whole client at a path, as a browser would open it. */
export function renderAt(path: string) {
  const socket = stubSocket()
  window.history.replaceState(null, '', path)
  render(<App client={createQueryClient()} />)
  return { socket, user: userEvent.setup(), path: () => window.location.pathname }
}
