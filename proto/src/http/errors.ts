import { z } from 'zod/mini'
import { PASSKEYS_PER_USER } from '../limits.ts'

/** Body of every error response; `message` is shown to users and has the specification's text where there is one. */
export const ErrorBody = z.object({
  message: z.string(),
  code: z.optional(z.string()),
  /** In error responses of calls whose response has `success`. */
  success: z.optional(z.literal(false)),
})
export type ErrorBody = z.infer<typeof ErrorBody>

export const messages = {
  notSignedIn: 'Not signed in',
  notAllowed: 'Not allowed',
  notFound: 'Not found',
  userNotFound: 'User not found',
  matchNotFound: 'Match not found',
  methodNotAllowed: 'Method not allowed',
  bodyTooLarge: 'Request too large',
  headersTooLarge: 'Request headers too large',
  requestTimeout: 'The request took too long to arrive',
  imageTooLarge: 'Image too large',
  invalidImage: 'Invalid image',
  notJson: 'Send JSON',
  invalidJson: 'Invalid JSON',
  invalidRequest: 'Invalid request',
  tooManyRequests: 'Too many requests. Please try again later.',
  unavailable: 'Service temporarily unavailable. Please try again.',
  crossSite: 'Cross-site requests are not allowed',
  internal: 'Something went wrong. Please try again.',
  wrongCredentials: 'Invalid username or password',
  wrongPassword: 'The password is not correct',
  confirmNeeded: 'Please enter your password again',
  wrongPasskey: 'The passkey was not accepted. Please try again or use your password.',
  invalidPasskey: 'The passkey could not be checked. Please try again.',
  knownPasskey: 'This passkey is already in use',
  tooManyPasskeys: `You have ${PASSKEYS_PER_USER} passkeys. Please remove one first.`,
  noPasskeys: 'You have no passkey yet',
  wrongRecoveryCode: 'Invalid username or recovery code',
  commonPassword: 'Many people use this password, so it is easy to guess. Please choose another one.',
  usernameTaken: 'Username already exists',
  ownLike: 'You cannot like yourself',
  ownMessage: 'You cannot message yourself',
  ownBlock: 'You cannot block yourself',
  tooManyBlocks: 'You have blocked too many users. You can still block your matches.',
  mayNotMessage: 'You can only message your matches',
  busy: 'Busy, please try again',
  wrongPin: 'Invalid PIN',
  noPinAttempts: 'Too many PIN attempts. Please try again later.',
  pinNeeded: 'Please enter the PIN first',
  resetDisabled: 'Reset is disabled here',
  resetInProgress: 'Reset in progress',
  resetDone: 'All user data has been cleared',
} as const
