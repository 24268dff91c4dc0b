import { clientRoutes } from '@zing/proto/client-routes'
import { PRODUCT_NAME } from '@zing/proto/product'

export function barTitle(path: string): string {
  if (path === clientRoutes.profile || path === clientRoutes.editProfile) return 'Profile'
  if (path === clientRoutes.account) return 'Account'
  if (path === clientRoutes.camera) return 'Camera'
  if (path === clientRoutes.messages) return 'Messages'
  if (path.startsWith('/chat/')) return 'Chat'
  return PRODUCT_NAME
}

const NAMES: Record<string, string> = { [clientRoutes.auth]: 'Log in or sign up', [clientRoutes.feed]: 'Feed' }

export function documentTitle(path: string): string {
  const name = NAMES[path] ?? barTitle(path)
  return name === PRODUCT_NAME ? PRODUCT_NAME : `${name} · ${PRODUCT_NAME}`
}
