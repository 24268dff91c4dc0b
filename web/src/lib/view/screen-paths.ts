import { clientRoutes } from '@zing/proto/client-routes'

const CHAT = clientRoutes.chat.replace('{id}', '')
const PERSON = clientRoutes.person.replace('{id}', '')

/** True for the path of a chat with any partner. */
export function isChat(path: string): boolean {
  return path.startsWith(CHAT)
}

/** True for the screens of moderators and admins. */
export function isStaffScreen(path: string): boolean {
  return (
    path.startsWith(clientRoutes.moderation) || path === clientRoutes.admin || path.startsWith(`${clientRoutes.admin}/`)
  )
}

/** True for the path of a user's page. */
export function isPerson(path: string): boolean {
  return path.startsWith(PERSON)
}
