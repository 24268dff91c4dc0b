import { REGISTRATION_MODES } from '@zing/proto/community/modes'
import { expect, test } from 'vitest'
import { decideDoor, type GivenInvitation } from './decide-door.ts'

const good = { needsApproval: false }
const checked = { needsApproval: true }

test.each<[GivenInvitation, string[]]>([
  [null, ['active', 'pending', 'invitationNeeded', 'registrationClosed']],
  ['invalid', ['invitationInvalid', 'invitationInvalid', 'invitationInvalid', 'registrationClosed']],
  [good, ['active', 'active', 'active', 'registrationClosed']],
  [checked, ['pending', 'pending', 'pending', 'registrationClosed']],
])('with the invitation %j, the modes open, approval, invitation and closed decide %j', (invitation, decisions) => {
  expect(REGISTRATION_MODES.map((mode) => decideDoor(mode, invitation))).toEqual(decisions)
})
