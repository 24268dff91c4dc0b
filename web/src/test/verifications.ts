import type { QueuedVerification } from '@zing/proto/http/staff/verifications'

/** A verification that waits for a moderator. */
export function verification(id: number, name: string, more: Partial<QueuedVerification> = {}): QueuedVerification {
  const pictures = `/api/moderation/verifications/${id}/pictures`
  return {
    id,
    user: { id: id + 100, name, username: name.toLowerCase() },
    photo: `${pictures}/photo`,
    frames: [
      { pose: 'look-up', path: `${pictures}/0` },
      { pose: 'two-fingers', path: `${pictures}/1` },
    ],
    signs: null,
    attempt: 1,
    sentAt: '2026-01-02T10:00:00.000Z',
    ...more,
  }
}
