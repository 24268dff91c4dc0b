import { errorId } from './error-id.ts'
import type { ErrorBody } from './http/errors.ts'
import {
  CASE_CLAIM_MAX_MS,
  CASE_LEASE_MS,
  DECISION_UNDO_MS,
  INVITATIONS_PER_USER,
  PASSKEYS_PER_USER,
  PHOTOS_MAX,
  RETRY_AFTER_SECONDS,
  TRIP_MAX_MS,
} from './limits.ts'

const MINUTE_MS = 60 * 1_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const PASSKEY_REFUSED = "That passkey didn't work. Please try again or use your password."

/** Expected error: its `body` is safe to show to the user. Any other error becomes `errors.internal()`. */
export class AppError extends Error {
  readonly status: number
  readonly code: string
  /** Seconds for the header Retry-After. */
  readonly retryAfterSeconds: number | undefined
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody, retryAfterSeconds?: number) {
    super(body.message)
    this.name = 'AppError'
    this.status = status
    this.code = body.code
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : undefined)
  }
}

interface Details extends Partial<Omit<ErrorBody, 'code'>> {
  retryAfterSeconds?: number
}

/** Creates the error; `code`, `message` and the id and the text for translators can be read without creating it. */
export interface ErrorFactory<Code extends string = string> {
  (details?: Details): AppError
  readonly code: Code
  readonly message: string
  readonly id: string
  /** The message with `{name}` in place of each parameter. */
  readonly template: string
}

/** `params` are the numbers in the text and `reason` tells texts of a code apart, for clients with other languages. */
function error<Code extends string>(
  status: number,
  code: Code,
  template: string,
  { reason, params }: Pick<ErrorBody, 'reason' | 'params'> = {},
): ErrorFactory<Code> {
  const message = template.replace(/\{(\w+)\}/g, (_, name: string) => String(params?.[name]))
  const more = { ...(reason && { reason }), ...(params && { params }) }
  function create({ retryAfterSeconds, ...details }: Details = {}): AppError {
    return new AppError(status, { message, code, ...more, ...details }, retryAfterSeconds)
  }
  return Object.assign(create, { code, message, template, id: errorId({ code, reason }) })
}

/** Every error response of the product. docs/specification.md has the English texts; a code is never changed. */
export const errors = {
  // Calls
  notSignedIn: error(401, 'NOT_SIGNED_IN', 'Not signed in'),
  notAllowed: error(403, 'NOT_ALLOWED', 'Not allowed'),
  notFound: error(404, 'NOT_FOUND', 'Not found'),
  methodNotAllowed: error(405, 'METHOD_NOT_ALLOWED', 'Method not allowed'),
  bodyTooLarge: error(413, 'BODY_TOO_LARGE', 'Request too large'),
  headersTooLarge: error(431, 'HEADERS_TOO_LARGE', 'Request headers too large'),
  requestTimeout: error(408, 'REQUEST_TIMEOUT', 'The request took too long to arrive'),
  notJson: error(415, 'NOT_JSON', 'Send JSON'),
  invalidJson: error(400, 'INVALID_JSON', 'Invalid JSON'),
  /** If the request breaks a rule of the contract, the rule provides its own `message`. */
  invalidRequest: error(400, 'INVALID_REQUEST', 'Invalid request'),
  invalidCursor: error(400, 'INVALID_CURSOR', 'Invalid cursor'),
  tooManyRequests: error(429, 'TOO_MANY_REQUESTS', 'Too many requests. Please try again later.'),
  /** The outcome of a write may be unknown. */
  unavailable: error(503, 'UNAVAILABLE', 'Service temporarily unavailable. Please try again.'),
  busy: error(503, 'BUSY', 'Busy, please try again'),
  crossSite: error(403, 'CROSS_SITE', 'Cross-site requests are not allowed'),
  noSuchRange: error(416, 'NO_SUCH_RANGE', 'Invalid request'),
  internal: error(500, 'INTERNAL', 'Something went wrong. Please try again.'),

  // Accounts
  wrongCredentials: error(401, 'WRONG_CREDENTIALS', 'Invalid username or password'),
  wrongPassword: error(403, 'WRONG_PASSWORD', "That password isn't right"),
  confirmNeeded: error(403, 'CONFIRM', 'Please enter your password again'),
  commonPassword: error(
    400,
    'COMMON_PASSWORD',
    'Many people use this password, so it is easy to guess. Please choose another one.',
  ),
  usernameTaken: error(409, 'USERNAME_TAKEN', 'Username already exists'),
  wrongRecoveryCode: error(401, 'WRONG_RECOVERY_CODE', 'Invalid username or recovery code'),
  suspended: error(403, 'SUSPENDED', 'Your account is suspended'),
  banned: error(403, 'SUSPENDED', 'Your account has been closed by the moderators', { reason: 'banned' }),
  dataTokenInvalid: error(403, 'DATA_TOKEN_INVALID', "This isn't possible anymore. Please log in again."),

  // Passkeys
  wrongPasskey: error(401, 'WRONG_PASSKEY', PASSKEY_REFUSED),
  unconfirmedPasskey: error(403, 'WRONG_PASSKEY', PASSKEY_REFUSED),
  noPasskeys: error(403, 'WRONG_PASSKEY', "You don't have a passkey yet", { reason: 'none' }),
  invalidPasskey: error(400, 'INVALID_PASSKEY', "We couldn't check the passkey. Please try again."),
  knownPasskey: error(409, 'KNOWN_PASSKEY', 'This passkey is already in use'),
  tooManyPasskeys: error(409, 'TOO_MANY_PASSKEYS', 'You have {max} passkeys. Please remove one first.', {
    params: { max: PASSKEYS_PER_USER },
  }),

  // The door
  invitationNeeded: error(403, 'INVITATION_NEEDED', 'You need an invitation to join'),
  invitationInvalid: error(403, 'INVITATION_INVALID', "This invitation isn't valid anymore"),
  registrationClosed: error(403, 'REGISTRATION_CLOSED', "This community isn't taking new members right now"),
  proofNeeded: error(403, 'PROOF_NEEDED', "We couldn't check that you're not a robot. Please try again."),
  quotaReached: error(403, 'QUOTA_REACHED', 'This community is full for now. Please try again tomorrow.'),
  answerNeeded: error(400, 'ANSWER_NEEDED', 'Please answer the question'),
  termsChanged: error(409, 'TERMS_CHANGED', 'Please read and accept the current rules and terms'),
  pending: error(403, 'PENDING', "You can do this once you've been let in"),
  mayNotInvite: error(403, 'MAY_NOT_INVITE', "You can't invite people here yet"),
  tooManyInvitations: error(409, 'TOO_MANY_INVITATIONS', 'You have {max} invitations. Please withdraw one first.', {
    params: { max: INVITATIONS_PER_USER },
  }),
  invitationNotFound: error(404, 'INVITATION_NOT_FOUND', 'Invitation not found'),

  // Profiles and photos
  userNotFound: error(404, 'USER_NOT_FOUND', 'User not found'),
  imageTooLarge: error(413, 'IMAGE_TOO_LARGE', 'Image too large'),
  invalidImage: error(400, 'INVALID_IMAGE', 'Invalid image'),
  tooManyPhotos: error(409, 'TOO_MANY_PHOTOS', 'You can have {max} photos with your selfie. Please remove one first.', {
    params: { max: PHOTOS_MAX },
  }),
  noPhotosLeft: error(429, 'NO_PHOTOS_LEFT', "You've added a lot of photos today. Please come back tomorrow."),
  photosChanged: error(409, 'PHOTOS_CHANGED', 'Your photos have changed. Please try again.'),
  selfieStays: error(409, 'SELFIE_STAYS', 'A selfie cannot be deleted. Please take a new one.'),
  /** The detail `word` looks like a link. */
  hasLink: error(400, 'HAS_LINK', 'Please leave out links'),
  genderHasLink: error(400, 'HAS_LINK', 'Invalid gender', { reason: 'gender' }),
  orientationHasLink: error(400, 'HAS_LINK', 'Invalid orientation', { reason: 'orientation' }),
  unknownPrompt: error(400, 'UNKNOWN_PROMPT', 'Invalid prompt'),
  unknownInterest: error(400, 'UNKNOWN_INTEREST', 'Invalid interest'),

  // Places
  unknownPlace: error(400, 'UNKNOWN_PLACE', 'Please choose a place from the list'),
  tripTooLong: error(400, 'TRIP_TOO_LONG', 'A visit can last up to {days} days', {
    params: { days: TRIP_MAX_MS / DAY_MS },
  }),
  noMovesLeft: error(429, 'NO_MOVES_LEFT', "You've moved a lot lately. Please come back another day."),
  /** The preferences need a place on the own card that is at least as fine. */
  placeNeeded: error(409, 'PLACE_NEEDED', 'Show a town or a region yourself to choose by it'),
  /** The community requires a place of everybody. */
  placeRequired: error(403, 'PLACE_REQUIRED', 'Please say where you are first. A country is enough.'),

  // Likes and passes
  ownLike: error(400, 'OWN_LIKE', "You can't like yourself"),
  ownPass: error(400, 'OWN_PASS', "You can't pass yourself"),
  noLikesLeft: error(429, 'NO_LIKES_LEFT', "You've liked a lot of people today. You can like more tomorrow."),
  nothingToUndo: error(409, 'NOTHING_TO_UNDO', "There's nothing to undo"),

  // Chats
  matchNotFound: error(404, 'MATCH_NOT_FOUND', 'Match not found'),
  messageNotFound: error(404, 'MESSAGE_NOT_FOUND', 'Message not found'),
  ownMessage: error(400, 'OWN_MESSAGE', "You can't message yourself"),
  mayNotMessage: error(403, 'MAY_NOT_MESSAGE', 'You can only message your matches'),
  foreignReply: error(400, 'FOREIGN_REPLY', 'You can only reply to messages in this chat'),
  invalidVoice: error(400, 'INVALID_VOICE', "We can't send this recording. Please record it again."),
  /** The medium is not the caller's own for this receiver and this message, or it had none for too long. */
  invalidMedia: error(400, 'INVALID_MEDIA', 'Please send this photo or recording again'),
  mediaNotWanted: error(403, 'MEDIA_NOT_WANTED', "You can't send this here"),
  noMediaLeft: error(429, 'NO_MEDIA_LEFT', "You've sent a lot of these today. Please come back tomorrow."),
  tooLateToDelete: error(409, 'TOO_LATE_TO_DELETE', "This message can't be deleted anymore"),
  noFirstMessagesLeft: error(
    429,
    'NO_FIRST_MESSAGES_LEFT',
    "You've written to a lot of new matches today. You can write to more tomorrow, and keep chatting with the others.",
  ),
  tooManyUnanswered: error(
    429,
    'NO_FIRST_MESSAGES_LEFT',
    "You've sent a lot of messages without a reply. Please wait for one.",
    { reason: 'unanswered' },
  ),
  ownBlock: error(400, 'OWN_BLOCK', "You can't block yourself"),
  tooManyBlocks: error(403, 'TOO_MANY_BLOCKS', 'You have blocked too many users. You can still block your matches.'),

  // Web Push
  noWebPush: error(404, 'NO_WEB_PUSH', "Notifications outside the app aren't set up here"),
  invalidPushSubscription: error(400, 'INVALID_PUSH_SUBSCRIPTION', 'Invalid push subscription'),

  // The operator's panel
  noPinAttempts: error(429, 'NO_PIN_ATTEMPTS', 'Too many PIN attempts. Please try again later.'),
  pinNeeded: error(403, 'PIN_NEEDED', 'Please enter the PIN first'),
  resetDisabled: error(403, 'RESET_DISABLED', 'Reset is disabled here'),
  resetInProgress: error(503, 'RESET_IN_PROGRESS', 'Reset in progress'),

  /** The details `version` and `changes` say what the caller has not seen. */
  settingsChanged: error(409, 'SETTINGS_CHANGED', 'Someone else has changed the settings. Please look again.'),
  settingsVersionNotFound: error(404, 'SETTINGS_VERSION_NOT_FOUND', 'There is no such version'),
  setupOver: error(404, 'SETUP_OVER', 'This link has been used or has expired'),
  featureOff: error(404, 'FEATURE_OFF', "This isn't available here"),

  // Verification
  noMainPhoto: error(409, 'NO_MAIN_PHOTO', 'Please add a photo first'),
  verificationWaits: error(409, 'VERIFICATION_WAITS', 'A moderator is looking at your pictures'),
  tooManyVerifications: error(
    429,
    'TOO_MANY_VERIFICATIONS',
    'You have tried three times today. Please try again tomorrow.',
  ),
  verificationNeeded: error(403, 'VERIFICATION_NEEDED', 'Please get verified first'),
  verificationGone: error(404, 'VERIFICATION_GONE', 'Please start again'),
  verificationDecided: error(409, 'VERIFICATION_DECIDED', 'Someone has decided this verification'),

  // Reports and appeals
  ownReport: error(400, 'OWN_REPORT', "You can't report yourself"),
  reportOpen: error(409, 'REPORT_OPEN', "You've already reported this person. Our moderators are looking at it."),
  caseFull: error(
    409,
    'REPORT_OPEN',
    'Many people have already reported this person. Our moderators are looking at it.',
    { reason: 'full' },
  ),
  noReportsLeft: error(429, 'NO_REPORTS_LEFT', "You've sent a lot of reports today. Please come back tomorrow."),
  foreignMessages: error(400, 'FOREIGN_MESSAGES', 'You can only report messages between you and this person'),
  appealInvalid: error(404, 'APPEAL_INVALID', "You can't appeal anymore. Please log in again."),
  appealMade: error(409, 'APPEAL_MADE', "You've already appealed this decision"),

  // Moderation
  caseNotFound: error(404, 'CASE_NOT_FOUND', 'Case not found'),
  caseClaimed: error(409, 'CASE_CLAIMED', 'Another moderator is working on this case'),
  caseClosed: error(409, 'CASE_CLOSED', 'This case has been decided'),
  caseOpen: error(409, 'CASE_OPEN', 'This case has no decision to undo'),
  caseChanged: error(409, 'CASE_CHANGED', 'New reports came in since you looked. Please read them, then decide.'),
  claimLost: error(409, 'CLAIM_LOST', 'You no longer hold this case. Please take it again.'),
  claimSpent: error(
    409,
    'CLAIM_SPENT',
    "You've had this case for {hours} hours. Please leave it to others for {minutes} minutes.",
    { params: { hours: CASE_CLAIM_MAX_MS / HOUR_MS, minutes: CASE_LEASE_MS / MINUTE_MS } },
  ),
  tooManyNotes: error(409, 'TOO_MANY_NOTES', 'This case has too many notes'),
  ownCase: error(
    403,
    'CASE_REFUSED',
    "You're part of this case or connected to this member, so another moderator decides",
  ),
  ownDecision: error(403, 'CASE_REFUSED', 'You made the decision that was appealed, so another moderator decides', {
    reason: 'own-decision',
  }),
  adminCase: error(403, 'CASE_REFUSED', 'Only an admin can decide about a member with a role', {
    reason: 'needs-admin',
  }),
  actionMisfit: error(400, 'ACTION_MISFIT', "This action doesn't fit this case"),
  undoTooLate: error(409, 'UNDO_TOO_LATE', 'You can undo a decision for {hours} hours only', {
    params: { hours: DECISION_UNDO_MS / HOUR_MS },
  }),
  appealDecided: error(
    409,
    'APPEAL_DECIDED',
    "The appeal against this decision has been decided, so you can't undo it anymore",
  ),
  decisionUndone: error(409, 'DECISION_UNDONE', 'An admin has undone this decision. Lift it to close the appeal.'),
  applicationDecided: error(409, 'APPLICATION_DECIDED', 'Someone has decided this application'),
  alreadyAsked: error(409, 'ALREADY_ASKED', 'This person has been asked already'),
  heldNotFound: error(404, 'HELD_NOT_FOUND', 'These messages are no longer held'),
  heldChanged: error(409, 'HELD_CHANGED', 'New messages came in since you looked. Please look again.'),
  heldClaimed: error(409, 'HELD_CHANGED', 'Another moderator is deciding about these messages. Please look again.', {
    reason: 'claimed',
  }),
  ownHeld: error(403, 'CASE_REFUSED', 'These messages are from or to you, so another moderator decides', {
    reason: 'own-held',
  }),
}

/** The code of an error response. */
export type ErrorCode = (typeof errors)[keyof typeof errors]['code']
