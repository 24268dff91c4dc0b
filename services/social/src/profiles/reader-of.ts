import { verifiesMembers } from '@zing/kit/verification'
import type { Ctx } from '../context.ts'
import type { Profile } from '../models/profile.ts'
import { arePlacesOn } from '../places/are-places-on.ts'
import type { Reader } from './to-public-profile.ts'

/** The reader of profiles, with the card if social has it. */
export function readerOf(ctx: Ctx, id: number, profile?: Pick<Profile, 'place'>): Reader {
  return { id, arePlacesOn: arePlacesOn(ctx), place: profile?.place, verifiesMembers: verifiesMembers(ctx) }
}
