import { undoIfRefused } from '@zing/kit/errors'
import type { BodyOf } from '@zing/proto/endpoint'
import { errors } from '@zing/proto/errors'
import type { updateUser as contract } from '@zing/proto/http/auth'
import { withAnswer } from '../applications/application.ts'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'
import { encodePhoto } from '../photos/encode-photo.ts'
import { SELFIE_CHANGES } from '../photos/photo-attempts.ts'
import { withSelfie } from '../photos/photo-rules.ts'
import { deletePhoto, storePhoto } from '../photos/photos.ts'
import { moveUser, requirePlaces } from '../places/move-user.ts'
import { changeUser } from './change-user.ts'
import { getUser } from './get-user.ts'
import { requireNoLinks } from './require-no-links.ts'
import { requireListed } from './story-lists.ts'

type Patch = Omit<BodyOf<typeof contract>, 'selfie'> & { selfie?: string | Buffer | null }

/** Updates the given fields; the same age confirms it. `null` removes the selfie or a part of the story. An empty patch publishes no event. */
export async function updateUser(
  ctx: Ctx,
  userId: number,
  { selfie, isLiveSelfie: isLive = false, ...fields }: Patch,
): Promise<UserDocument> {
  requireMinAge(ctx, fields.age)
  requireCurrentTerms(ctx, fields.acceptedTerms)
  requireListed(fields)
  requireNoLinks(fields)
  if (fields.placeId !== undefined || fields.trip !== undefined) requirePlaces(ctx)
  if (selfie) return changePhoto(ctx, userId, { selfie, isLive }, fields)
  if (selfie === undefined && Object.keys(fields).length === 0) return getUser(ctx, userId)

  const removed = selfie === null && { selfieVersion: 0 }
  return changeUser(ctx, userId, (before) => ({ ...withFields(ctx, before, fields), ...removed }))
}

type Fields = Omit<Patch, 'selfie' | 'isLiveSelfie'>

async function changePhoto(
  ctx: Ctx,
  userId: number,
  { selfie, isLive }: { selfie: string | Buffer; isLive: boolean },
  fields: Fields,
): Promise<UserDocument> {
  const jpegs = await encodePhoto(ctx, userId, selfie, SELFIE_CHANGES)
  const version = await storePhoto(ctx, await getUser(ctx, userId), jpegs)
  return undoIfRefused(
    () => changeUser(ctx, userId, (before) => withSelfie(withFields(ctx, before, fields), version, { isLive })),
    () => deletePhoto(ctx, userId, version),
  )
}

function withFields(ctx: Ctx, before: UserDocument, changes: Fields): UserDocument {
  const { application, placeId: _place, placeName: _name, trip: _trip, ...fields } = changes
  const confirmed = fields.age !== undefined && { ageConfirmedAt: new Date() }
  const applied = application === undefined ? before : withAnswer(before, application)
  const { defaultLanguage } = ctx.settings.current().settings
  return { ...moveUser(applied, changes, defaultLanguage), ...fields, ...confirmed }
}

function requireMinAge({ settings }: Ctx, age: number | undefined): void {
  const { minAge } = settings.current().settings
  if (age !== undefined && age < minAge)
    throw errors.invalidRequest({ message: `You must be at least ${minAge} years old.` })
}

function requireCurrentTerms({ settings }: Ctx, acceptedTerms: number | undefined): void {
  const { version } = settings.current().settings.terms
  if (acceptedTerms !== undefined && acceptedTerms !== version) throw errors.termsChanged()
}
