import type { Settings } from '@zing/proto/community/settings'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { registerUser } from '@zing/proto/http/auth'
import type { NamedPlace } from '@zing/proto/places/place'
import type { Ctx } from '../context.ts'
import { findUsableInvitation } from '../invitations/usable-invitations.ts'
import type { InvitationDocument } from '../models/invitation.ts'
import { homeOfSignUp } from '../places/home-of-sign-up.ts'
import { type DoorDecision, decideDoor, type GivenInvitation } from './decide-door.ts'
import { knownSettings } from './known-settings.ts'
import { isBusy, type Price, priceOf } from './price.ts'
import { requireFreeSeat } from './seats.ts'
import { getSignUps } from './sign-ups.ts'

export interface Door {
  settings: Settings
  decision: DoorDecision
  invitation: InvitationDocument | null
  price: Price
  isBusyHour: boolean
}

type Details = Pick<
  BodyOf<typeof registerUser>,
  'age' | 'application' | 'acceptedTerms' | 'placeId' | 'placeName' | 'language'
>

/** Says what the door demands of a sign-up with this code. */
export async function findDoor(ctx: Ctx, code: string | undefined): Promise<Door> {
  const settings = await knownSettings(ctx)
  const { mode, proof } = settings.registration
  const invitation = code === undefined ? null : await findUsableInvitation(ctx, code)
  const given: GivenInvitation = code === undefined ? null : (invitation ?? 'invalid')
  const isFree = proof === 'off' || (proof === 'auto' && invitation !== null)
  const decision = decideDoor(mode, given)
  const signUps = isFree && decision !== 'pending' ? { lastHour: 0, usual: 0 } : await getSignUps(ctx)
  const price = priceOf(signUps, proof, invitation !== null)
  return { settings, decision, invitation, price, isBusyHour: isBusy(signUps) }
}

/** Rejects what the user can mend in the form, and returns the place of the new account. */
export function requireComplete({ settings, decision }: Door, details: Details): NamedPlace | null {
  const { age, application } = details
  if (age < settings.minAge) throw errors.invalidRequest({ message: `Minimum age is ${settings.minAge}` })
  if (decision === 'pending' && application === undefined) throw errors.answerNeeded()
  return homeOfSignUp(settings, details)
}

/** Throws the refusal of the door, if there is one. */
export async function requireAdmitted(
  ctx: Ctx,
  { settings, decision }: Door,
  { acceptedTerms }: Details,
  isPaid: boolean,
): Promise<void> {
  if (decision !== 'active' && decision !== 'pending') throw errors[decision]()
  if (!isPaid) throw errors.proofNeeded()
  const { version } = settings.terms
  if (version > 0 && acceptedTerms !== version) throw errors.termsChanged()
  await requireFreeSeat(ctx, settings.registration)
}
