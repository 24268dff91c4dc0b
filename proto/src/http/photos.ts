import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import * as fields from '../fields.ts'
import { PHOTOS_MAX } from '../limits.ts'
import { OwnPhoto, Photo } from '../profiles/story.ts'
import * as limits from '../rate-limits.ts'

/**
 * Adds a photo behind the others. The body is its file, or JSON with a data URL. A picture that the profile already has
 * is not added again, so that the call can be repeated. 409 with the code `TOO_MANY_PHOTOS` at PHOTOS_MAX photos, of
 * which one place is reserved for the selfie.
 */
export const addPhoto = endpoint({
  method: 'POST',
  path: '/api/photos',
  isForPending: true,
  status: 201,
  isUpload: true,
  priority: 'discovery',
  limits: [limits.newPhotos],
  body: z.object({ photo: fields.photoData }),
  fileMedia: fields.PHOTO_MEDIA,
  response: Photo,
  errorResponses: [409],
})

/**
 * Puts the photos in a new order, by the ids of all of them. The first is the main photo, which lists show. 409 with the
 * code `PHOTOS_CHANGED` if the ids differ from the profile's.
 */
export const orderPhotos = endpoint({
  method: 'PATCH',
  path: '/api/photos',
  isForPending: true,
  priority: 'discovery',
  body: z.object({
    order: z.array(fields.pathId('Invalid photo ID'), 'Invalid order').check(
      z.maxLength(PHOTOS_MAX, 'Invalid order'),
      z.refine((ids) => new Set(ids).size === ids.length, 'Invalid order'),
    ),
  }),
  response: z.array(OwnPhoto),
  errorResponses: [409],
})

/** Deletes a photo. Idempotent. 409 with the code `SELFIE_STAYS` for the selfie, which `PATCH /api/user` removes. */
export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/api/photos/{id}',
  isForPending: true,
  priority: 'discovery',
  params: z.object({ id: fields.pathId('Invalid photo ID') }),
  errorResponses: [409],
})
