/** Screens of the web client. The gateway serves the HTML shell for these paths, and with status 404 for others. */
export const clientRoutes = {
  landing: '/',
  auth: '/auth',
  feed: '/feed',
  camera: '/camera',
  profile: '/preferences',
  editProfile: '/edit-profile',
  account: '/account',
  notificationSettings: '/account/notifications',
  person: '/people/{id}',
  discovery: '/discovery',
  messages: '/messages',
  chat: '/chat/{id}',
  moderation: '/moderation',
  moderationCase: '/moderation/cases/{id}',
  audit: '/moderation/audit',
  admin: '/admin',
} as const

/** Path of the chat with one user. */
export function chatRoute(userId: number): string {
  return clientRoutes.chat.replace('{id}', String(userId))
}

/** Path of a user's page. */
export function personRoute(userId: number): string {
  return clientRoutes.person.replace('{id}', String(userId))
}

/** Path of one case of the moderators. */
export function caseRoute(caseId: number): string {
  return clientRoutes.moderationCase.replace('{id}', String(caseId))
}

/** Set on the root element of a page requested without a session cookie; GET /api/user would only respond with 401. */
export const ANONYMOUS_ATTRIBUTE = 'data-anonymous'

const PATTERNS = Object.values(clientRoutes).map((path) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`))

/** True for the path of a screen. */
export function isClientRoute(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}
