import { z } from 'zod/mini'
import * as limits from './limits.ts'
import { characters, isNameText, isSafeLine, isSafeMessage, isSafeText, isVisible, USERNAME } from './texts/text.ts'

// Texts: docs/specification.md section 5. `z.meta` repeats rules that are functions, for the API reference.

export const username = z
  .string('Username is required')
  .check(
    z.minLength(limits.USERNAME_MIN, `Username must be at least ${limits.USERNAME_MIN} characters`),
    z.maxLength(limits.USERNAME_MAX, `Username cannot exceed ${limits.USERNAME_MAX} characters`),
    z.regex(USERNAME, 'Username can only contain letters, numbers, periods, underscores, and hyphens'),
  )

/** Rejects only texts that cannot be a username, with a message that names no rule. */
export const loginUsername = z
  .string('Username is required')
  .check(
    z.minLength(1, 'Username is required'),
    z.maxLength(limits.USERNAME_MAX, 'Invalid username format'),
    z.regex(USERNAME, 'Invalid username format'),
  )

export const password = z
  .string('Password is required')
  .check(
    z.minLength(limits.PASSWORD_MIN, `Password must be at least ${limits.PASSWORD_MIN} characters`),
    z.maxLength(limits.PASSWORD_MAX, 'Password too long'),
  )

export const loginPassword = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(limits.PASSWORD_MAX, 'Password too long'))

function nameOf(tooShort: string) {
  return z.string('Name is required.').check(
    z.trim(),
    z.normalize('NFC'),
    z.refine((text) => characters(text) >= limits.NAME_MIN && isVisible(text), tooShort),
    z.refine((text) => characters(text) <= limits.NAME_MAX, `Name cannot exceed ${limits.NAME_MAX} characters`),
    z.refine(isNameText, 'Name can only contain letters, spaces, apostrophes, and hyphens'),
    z.meta({ minLength: limits.NAME_MIN, maxLength: limits.NAME_MAX }),
  )
}

export const name = nameOf(`Name must be at least ${limits.NAME_MIN} characters`)
export const editName = nameOf(`Name must be at least ${limits.NAME_MIN} characters.`)

export const registerAge = z
  .int('Age must be a whole number')
  .check(
    z.minimum(limits.REGISTER_AGE_MIN, `Minimum age is ${limits.REGISTER_AGE_MIN}`),
    z.maximum(limits.REGISTER_AGE_MAX, `Maximum age is ${limits.REGISTER_AGE_MAX}`),
  )

export const editAge = z
  .int('Age must be a whole number')
  .check(
    z.minimum(limits.EDIT_AGE_MIN, `You must be at least ${limits.EDIT_AGE_MIN} years old.`),
    z.maximum(limits.EDIT_AGE_MAX, `Age must be less than ${limits.EDIT_AGE_MAX}.`),
  )

function choice(required: string, max: number, invalid: string) {
  return z.string(required).check(
    z.minLength(1, required),
    z.refine((text) => characters(text) <= max, invalid),
    z.refine(isSafeLine, invalid),
    z.refine(isVisible, required),
    z.meta({ maxLength: max }),
  )
}

export const gender = choice('Gender is required', limits.GENDER_MAX, 'Invalid gender')
export const orientation = choice('Orientation is required', limits.ORIENTATION_MAX, 'Invalid orientation')
/** The person and the login of a new account. */
export const newAccount = { name, age: registerAge, gender, orientation, username, password }
export const editGender = choice('Please select a gender.', limits.GENDER_MAX, 'Invalid gender')
export const editOrientation = choice('Please select an orientation.', limits.ORIENTATION_MAX, 'Invalid orientation')

const IMAGE_DATA_URL = /^data:image\/(?:jpeg|jpg|png|webp);base64,[A-Za-z0-9+/]/

/** Photo in a JSON body, as a data URL; responses have its path, see `selfiePath`. */
export const photoData = z
  .string('Invalid image')
  .check(z.maxLength(limits.SELFIE_MAX_CHARACTERS, 'Image too large'), z.regex(IMAGE_DATA_URL, 'Invalid image'))
export const selfieData = z.nullable(photoData)
/** Content types of a photo that is the whole body. */
export const PHOTO_MEDIA = ['image/jpeg', 'image/png', 'image/webp']
/** Content types of a voice message: AAC, or Opus. */
export const VOICE_MEDIA = ['audio/mp4', 'audio/webm']
export const mediaKind = z.enum(['photo', 'voice'], 'Invalid kind')
/** From when on a member takes a kind of media: never, once both have written, or from the start. */
export const mediaSetting = z.enum(['no', 'afterBoth', 'fromStart'], 'Invalid setting')
export type MediaSetting = z.infer<typeof mediaSetting>

/** A user's name for one of their passkeys. */
export const passkeyName = z.string('Name is required').check(
  z.trim(),
  z.normalize('NFC'),
  z.refine(isVisible, 'Name is required'),
  z.refine(
    (text) => characters(text) <= limits.PASSKEY_NAME_MAX,
    `Name cannot exceed ${limits.PASSKEY_NAME_MAX} characters`,
  ),
  z.refine(isSafeLine, 'Invalid name'),
  z.meta({ maxLength: limits.PASSKEY_NAME_MAX }),
)

export const messageContent = z.string('Message cannot be empty').check(
  z.refine(isVisible, 'Message cannot be empty'),
  z.refine((text) => characters(text) <= limits.MESSAGE_MAX, 'Message too long'),
  z.refine(isSafeMessage, 'Message contains invalid characters'),
  z.meta({ minLength: limits.MESSAGE_MIN, maxLength: limits.MESSAGE_MAX }),
)

/** Text below a medium, by the rules of messages. */
export const captionOf = z.optional(
  messageContent.check(z.refine((text) => characters(text) <= limits.CAPTION_MAX, 'Caption too long')),
)

/** Text of several lines, for a moderator or from one. */
export function freeText(max: number) {
  return z.string('Please write something').check(
    z.trim(),
    z.refine(isVisible, 'Please write something'),
    z.refine((text) => characters(text) <= max, 'This text is too long'),
    z.refine(isSafeText, 'This text contains invalid characters'),
    z.meta({ minLength: 1, maxLength: max }),
  )
}

/** A numeric id in a JSON body or a frame. */
export function positiveId(message: string) {
  return z.int(message).check(z.positive(message))
}

function numberIn(pattern: RegExp, message: string) {
  return z.pipe(z.string(message).check(z.regex(pattern, message)), z.transform(Number))
}

/** A numeric id in a path: canonical digits only, so `1e1`, `1.0` and `01` are rejected. */
export function pathId(message: string) {
  return z.pipe(numberIn(/^[1-9]\d{0,15}$/, message), positiveId(message))
}

/** A sequence number in a query string or path; 0 is before the first. */
export function querySeq(message: string) {
  return z.pipe(numberIn(/^\d{1,15}$/, message), z.int(message).check(z.nonnegative(message)))
}

/** A whole number in a query string, from 1 to `max`. */
export function queryCount(max: number, message: string) {
  return z.pipe(numberIn(/^\d{1,4}$/, message), z.int(message).check(z.minimum(1, message), z.maximum(max, message)))
}

export const isoTime = z.iso.datetime()
/** Identifies a message of a sender across retries. */
export const clientMessageId = z.uuid('Invalid client message ID')
/** Newest seq that the client knew when it created a `clientMessageId`. */
export const afterSeq = z.int('Invalid after seq').check(z.minimum(0, 'Invalid after seq'))
/** Newest seq of a conversation that a client shows when it marks the messages as read. */
export const upToSeq = positiveId('Invalid seq')
export const deliveryStatus = z.enum(['sent', 'delivered', 'read'])
/** Path of a photo below the gateway, or null without a photo. */
export const selfiePathOrNull = z.nullable(z.string())

/** 32 random bytes in base64url. */
export const exportToken = z.string('Invalid token').check(z.regex(/^[A-Za-z0-9_-]{43}$/, 'Invalid token'))
