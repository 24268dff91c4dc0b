import { z } from 'zod'
import * as limits from './limits.ts'
import { characters, isNameText, isSafeLine, isSafeMessage, USERNAME } from './text.ts'

/** What people type, with the texts of product-spec.md section 5. The first failing rule is the one that is shown. */

export const username = z
  .string('Username is required')
  .min(limits.USERNAME_MIN, 'Username must be at least 3 characters')
  .max(limits.USERNAME_MAX, 'Username cannot exceed 30 characters')
  .regex(USERNAME, 'Username can only contain letters, numbers, periods, underscores, and hyphens')

/** Login says no more about a name than that it cannot be one. */
export const loginUsername = z
  .string('Username is required')
  .min(1, 'Username is required')
  .max(limits.USERNAME_MAX, 'Invalid username format')
  .regex(USERNAME, 'Invalid username format')

export const password = z
  .string('Password is required')
  .min(limits.PASSWORD_MIN, 'Password must be at least 6 characters')
  .max(limits.PASSWORD_MAX, 'Password too long')

export const loginPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(limits.PASSWORD_MAX, 'Password too long')

function nameOf(tooShort: string) {
  return z
    .string('Name is required.')
    .transform((text) => text.trim().normalize('NFC'))
    .refine((text) => characters(text) >= limits.NAME_MIN, tooShort)
    .refine((text) => characters(text) <= limits.NAME_MAX, 'Name cannot exceed 50 characters')
    .refine(isNameText, 'Name can only contain letters, spaces, apostrophes, and hyphens')
}

export const name = nameOf('Name must be at least 2 characters')
export const editName = nameOf('Name must be at least 2 characters.')

export const registerAge = z
  .int('Age must be a whole number')
  .min(limits.REGISTER_AGE_MIN, 'Minimum age is 18')
  .max(limits.REGISTER_AGE_MAX, 'Maximum age is 100')

export const editAge = z
  .int('Age must be a whole number')
  .min(limits.EDIT_AGE_MIN, 'You must be at least 18 years old.')
  .max(limits.EDIT_AGE_MAX, 'Age must be less than 120.')

function choice(required: string, max: number, invalid: string) {
  return z
    .string(required)
    .min(1, required)
    .refine((text) => characters(text) <= max, invalid)
    .refine(isSafeLine, invalid)
}

export const gender = choice('Gender is required', limits.GENDER_MAX, 'Invalid gender')
export const orientation = choice('Orientation is required', limits.ORIENTATION_MAX, 'Invalid orientation')
export const editGender = choice('Please select a gender.', limits.GENDER_MAX, 'Invalid gender')
export const editOrientation = choice('Please select an orientation.', limits.ORIENTATION_MAX, 'Invalid orientation')

const IMAGE_DATA_URL = /^data:image\/(?:jpeg|jpg|png|webp);base64,[A-Za-z0-9+/]/

/** A photo on its way in: a data URL. On its way out it is a path, see {@link selfiePath}. */
export const selfieData = z
  .string('Invalid image')
  .max(limits.SELFIE_MAX_CHARACTERS, 'Image too large')
  .regex(IMAGE_DATA_URL, 'Invalid image')
  .nullable()

export const messageContent = z
  .string('Message cannot be empty')
  .refine((text) => text.trim().length >= limits.MESSAGE_MIN, 'Message cannot be empty')
  .refine((text) => characters(text) <= limits.MESSAGE_MAX, 'Message too long')
  .refine(isSafeMessage, 'Message contains invalid characters')

/** A numeric id in a JSON body or a frame. */
export function positiveId(message: string) {
  return z.int(message).positive(message)
}

/** A numeric id in a path: canonical digits only, so `1e1`, `1.0` and `01` are refused. */
export function pathId(message: string) {
  return z
    .string(message)
    .regex(/^[1-9]\d{0,15}$/, message)
    .transform(Number)
    .refine(Number.isSafeInteger, message)
}

/** A whole number in a query string, from 1 to `max`. */
export function queryCount(max: number, message: string) {
  return z
    .string(message)
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((count) => count >= 1 && count <= max, message)
}

export const isoTime = z.iso.datetime()
/** Identifies one attempt of a sender to say one thing; a retry carries the same one. */
export const clientMessageId = z.uuid('Invalid client message ID')
export const deliveryStatus = z.enum(['sent', 'delivered', 'read'])
/** Path of a photo below the gateway, or null where there is none. */
export const selfiePathOrNull = z.string().nullable()
