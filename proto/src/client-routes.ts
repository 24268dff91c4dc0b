/** Screens of the web client. The gateway serves the HTML shell for these paths, and with status 404 for others. */
export const clientRoutes = {
  landing: '/',
  auth: '/auth',
  setup: '/setup',
  feed: '/feed',
  camera: '/camera',
  profile: '/preferences',
  editProfile: '/edit-profile',
  account: '/account',
  notificationSettings: '/account/notifications',
  verification: '/verification',
  person: '/people/{id}',
  discovery: '/discovery',
  messages: '/messages',
  chat: '/chat/{id}',
  moderation: '/moderation',
  moderationCase: '/moderation/cases/{id}',
  audit: '/moderation/audit',
  terms: '/terms',
  privacy: '/privacy',
  rules: '/rules',
  applications: '/moderation/applications',
  verifications: '/moderation/verifications',
  invited: '/moderation/invited/{id}',
  admin: '/admin',
  adminSettings: '/admin/settings',
  adminDoor: '/admin/door',
  adminInvitations: '/admin/invitations',
  adminRoles: '/admin/roles',
  adminHistory: '/admin/history',
  invitations: '/invitations',
  waiting: '/waiting',
} as const

/** Path of the chat with one user. */
export function chatRoute(userId: number): string {
  return clientRoutes.chat.replace('{id}', String(userId))
}

/** Path of a user's page. */
export function personRoute(userId: number): string {
  return clientRoutes.person.replace('{id}', String(userId))
}

/** Parameter of the sign-up's address with the code of an invitation. */
export const INVITATION = 'invitation'

/** Path of the sign-up for a guest. */
export function invitationRoute(code: string): string {
  return `${clientRoutes.auth}?${INVITATION}=${code}`
}

/** Path of one case of the moderators. */
export function caseRoute(caseId: number): string {
  return clientRoutes.moderationCase.replace('{id}', String(caseId))
}

/** Path of the moderators' list of whom a user has invited. */
export function invitedRoute(userId: number): string {
  return clientRoutes.invited.replace('{id}', String(userId))
}

/** Set on the root element of a page requested without a session cookie; GET /api/user would only respond with 401. */
export const ANONYMOUS_ATTRIBUTE = 'data-anonymous'

const PATTERNS = Object.values(clientRoutes).map((path) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`))

/** True for the path of a screen. */
export function isClientRoute(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}
