/** The screens of the web client. The gateway answers these paths with the shell, and other ones with the shell and a 404. */
export const clientRoutes = {
  landing: '/',
  auth: '/auth',
  feed: '/feed',
  camera: '/camera',
  profile: '/preferences',
  editProfile: '/edit-profile',
  messages: '/messages',
  chat: '/chat/{id}',
} as const

/** The chat with one person. */
export function chatRoute(userId: number): string {
  return clientRoutes.chat.replace('{id}', String(userId))
}

/** On the root element of a page that came without a session cookie: who asks who they are would only be refused. */
export const ANONYMOUS_ATTRIBUTE = 'data-anonymous'

const PATTERNS = Object.values(clientRoutes).map((path) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`))

export function isClientRoute(path: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(path))
}
