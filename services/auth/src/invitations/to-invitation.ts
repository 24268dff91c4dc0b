import { invitationRoute } from '@zing/proto/client-routes'
import type { Invitation } from '@zing/proto/community/door'
import type { InvitationDocument } from '../models/invitation.ts'

/** `left` of an invitation for any number, so that each use is the same conditional write. */
const UNLIMITED = 1_000_000_000

/** The uses that an invitation begins with. */
export function usesLeft(uses: number | null): number {
  return uses ?? UNLIMITED
}

export function toInvitation(invitation: InvitationDocument, name: string | null): Invitation {
  const { _id, code, userId, label, left, expiresAt, needsApproval, createdAt } = invitation
  const uses = invitation.uses ?? null
  return {
    id: _id,
    code,
    link: invitationRoute(code),
    label,
    uses,
    used: usesLeft(uses) - left,
    expiresAt: expiresAt?.toISOString() ?? null,
    needsApproval,
    createdAt: createdAt.toISOString(),
    by: { id: userId, name },
  }
}
