import type { AnyEndpoint } from '@zing/proto/endpoint'
import * as admin from '@zing/proto/http/admin'
import {
  checkPassword,
  checkUsername,
  getSelfie,
  getUser,
  logout,
  registerUser,
  updateUser,
} from '@zing/proto/http/auth'
import { blockUser, readMessages, sendMessage } from '@zing/proto/http/chat'
import * as photos from '@zing/proto/http/photos'
import { listUsers } from '@zing/proto/http/social'

/** What is refused last when the product is overloaded, to what is refused first. */
export const PRIORITIES = ['session', 'message', 'page', 'discovery'] as const
export type Priority = (typeof PRIORITIES)[number]

const priorities = new Map<AnyEndpoint, Priority>([
  ...withPriority('session', [getUser, logout, ...Object.values(admin)]),
  ...withPriority('message', [sendMessage, readMessages, blockUser]),
  ...withPriority('discovery', [
    listUsers,
    getSelfie,
    registerUser,
    updateUser,
    checkUsername,
    checkPassword,
    ...Object.values(photos),
  ]),
])

export function priorityOf(endpoint: AnyEndpoint): Priority {
  return priorities.get(endpoint) ?? 'page'
}

function withPriority(priority: Priority, endpoints: AnyEndpoint[]): [AnyEndpoint, Priority][] {
  return endpoints.map((endpoint) => [endpoint, priority])
}
