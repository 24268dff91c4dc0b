import { MESSAGE_DELETE_MS } from '@zing/proto/limits'
import type { Message } from '@zing/proto/messages'

/** True while the server would delete an own message for both members. */
export function canDelete({ kind, createdAt, read }: Message): boolean {
  return kind !== 'deleted' && !read && Date.now() - Date.parse(createdAt) < MESSAGE_DELETE_MS
}
