import type { RegistrationMode } from '@zing/proto/community/settings'

/** The invitation of a sign-up: a usable one, an invalid code, or none. */
export type GivenInvitation = { needsApproval: boolean } | 'invalid' | null

/** The state of the new account, or the name of the error that refuses it. */
export type DoorDecision = 'active' | 'pending' | 'registrationClosed' | 'invitationInvalid' | 'invitationNeeded'

/** Decides who may come in. A good invitation opens every door but a closed one. */
export function decideDoor(mode: RegistrationMode, invitation: GivenInvitation): DoorDecision {
  if (mode === 'closed') return 'registrationClosed'
  if (invitation === 'invalid') return 'invitationInvalid'
  if (invitation) return invitation.needsApproval ? 'pending' : 'active'
  if (mode === 'invitation') return 'invitationNeeded'
  return mode === 'approval' ? 'pending' : 'active'
}
