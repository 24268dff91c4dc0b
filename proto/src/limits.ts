// Sources: docs/specification.md section 9; docs/reliability.md, Timeouts and limits. Lengths are in code points.

// User input
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 100
export const NAME_MIN = 2
export const NAME_MAX = 50
export const REGISTER_AGE_MIN = 18
export const REGISTER_AGE_MAX = 100
export const EDIT_AGE_MIN = 18
export const EDIT_AGE_MAX = 120
/** The client asks whether an age that was given before this is still right. */
export const AGE_CONFIRMED_MS = 365 * 24 * 60 * 60 * 1_000
export const GENDER_MAX = 20
export const ORIENTATION_MAX = 30
export const MESSAGE_MIN = 1
export const MESSAGE_MAX = 2000
export const ADMIN_PIN_LENGTH = 4

// Photos
/** Length of the data URL, before decoding. */
export const SELFIE_MAX_CHARACTERS = 5_000_000
export const IMAGE_MAX_PIXELS_PER_SIDE = 1080
export const IMAGE_JPEG_QUALITY = 0.8
/** Side of the square photo in lists: an avatar of 128 CSS pixels on a dense screen. */
export const SELFIE_SMALL_PIXELS = 320
/** Width of the photo of a feed card on a phone. */
export const SELFIE_MEDIUM_PIXELS = 720
export const SELFIE_CHANGES_PER_HOUR = 10
/** Distinct other users whose photos one account receives per day (UTC). */
export const PHOTO_VIEWS_PER_DAY = 2_000

// Photos and voice messages of a conversation
/** Bytes of a photo before it is encoded anew. */
export const CHAT_PHOTO_MAX_BYTES = 12_000_000
/** Longer side of the stored photo. */
export const CHAT_PHOTO_PIXELS = 1_600
/** Longer side of its preview in the conversation. */
export const CHAT_PHOTO_THUMB_PIXELS = 320
export const VOICE_MAX_BYTES = 512_000
export const VOICE_MAX_MS = 60_000
/** Heights of the waveform of a voice message. */
export const PEAKS = 64
export const CAPTION_MAX = 500
/** Uploads of a kind by one account per day (UTC), refused files included. */
export const MEDIA_PER_DAY = 50
/** The same for new and for reported accounts. */
export const NEW_ACCOUNT_MEDIA_PER_DAY = 10
/** A medium that no message names is deleted after this time. */
export const MEDIA_UNNAMED_MS = 60 * 60 * 1_000
/** Time in which a sender can delete an unread message for both members. */
export const MESSAGE_DELETE_MS = 10 * 60 * 1_000

// Profile stories
/** Photos of a profile, including the selfie, whose place stays reserved. */
export const PHOTOS_MAX = 6
/** Attempts of one account to add a photo within 24 hours. */
export const PHOTO_UPLOADS_PER_DAY = 20
export const BIO_MAX = 500
export const PROMPTS_MAX = 3
export const PROMPT_ANSWER_MAX = 160
export const INTERESTS_MAX = 8

// Places
export const PLACE_QUERY_MAX = 100
export const PLACE_NAME_MAX = 200
/** Results of a search for places. */
export const PLACES_FOUND_MAX = 10
/** Regions and countries in the preferences of a user. */
export const PREFERRED_PLACES_MAX = 10
export const TRIP_MAX_MS = 14 * 24 * 60 * 60 * 1_000
/** Changes of the place and trips of a user; the first choice does not count. */
export const MOVES_PER_DAY = 3
export const MOVES_PER_30_DAYS = 10

// Pages
export const FEED_PAGE_SIZE = 50
export const FEED_PAGE_MAX = 50
/** The page that the web client requests: enough to fill the screen before the next page arrives. */
export const FEED_PAGE_ON_SCREEN = 20
/** Length of the opaque text that names the next page. */
export const FEED_CURSOR_MAX = 128
/** Distinct other users whose profile one account receives per day (UTC). */
export const PROFILE_VIEWS_PER_DAY = 2_000
export const MESSAGES_PAGE_SIZE = 50
export const MESSAGES_PAGE_MAX = 100
/** Characters of a message that a reply quotes. */
export const QUOTE_MAX = 200
export const NOTIFICATIONS_MAX = 100
export const BLOCKS_PAGE_MAX = 1_000
/** People in GET /api/blocked-people. */
export const BLOCKED_PEOPLE_MAX = 1_000

// Discovery
/** Time after which a passed user returns to the feed. */
export const PASS_TTL_MS = 30 * 24 * 60 * 60 * 1_000
/** Time in which a user can undo a like, unless the liked user has seen it. */
export const LIKE_UNDO_MS = 10_000
/** Years by which a hint widens the ages, at both ends. */
export const HINT_YEARS = 2
/** No hint is given about fewer users, so that none singles anyone out. */
export const HINT_COUNT_MIN = 3
/** The server counts no further. */
export const HINT_COUNT_MAX = 50
/** Time for which the server keeps a user's hints. */
export const HINTS_FRESH_MS = 5 * 60 * 1_000

// Blocks
/** Blocks after which a user can block matches only. */
export const BLOCKS_MAX = 1_000

// Web Push
export const PUSH_DEVICES_MAX = 10
export const PUSH_ENDPOINT_MAX = 1_024
export const TIME_ZONE_MAX = 64
/** Time for which a push host keeps a notification for a device that it cannot reach. */
export const PUSH_TTL_MS = 24 * 60 * 60 * 1_000
/** Time in which a device must confirm a message before the receiver is notified by Web Push. */
export const UNSEEN_AFTER_MS = 5_000
/** A conversation notifies by Web Push once in this time. */
export const PUSH_PER_CONVERSATION_MS = 60_000

// HTTP
export const BODY_MAX_BYTES = 64 * 1024
/** Body of a request with a photo: a selfie of SELFIE_MAX_CHARACTERS and the rest of the form. */
export const UPLOAD_BODY_MAX_BYTES = 5_200_000
export const CSP_REPORT_MAX_BYTES = 16 * 1024
export const JSON_MAX_DEPTH = 10
export const JSON_MAX_KEYS = 100
export const RETRY_AFTER_SECONDS = 1
/** Plain HTTP connections; WebSockets count against SOCKETS_PER_ADDRESS. */
export const CONNECTIONS_PER_ADDRESS = 200

/** Calls of a user that change something, by rate profile; SEND_MESSAGE counts as one. */
export const WRITES_PER_MINUTE = { strict: 300, normal: 6_000 } as const

// Sessions
/** Counts from the sign-in. */
export const SESSION_TTL_SECONDS = 90 * 24 * 60 * 60
/** Counts from the last use. */
export const SESSION_IDLE_SECONDS = 30 * 24 * 60 * 60
/** Minimum time between two writes of a session's last use. */
export const SESSION_USE_STEP_MS = 5 * 60 * 1_000
/** Sessions that a user keeps; a new one ends the oldest. */
export const SESSIONS_PER_USER = 20
/** Successful logins of one account within an hour; outside of profile `strict` ten times as many. */
export const LOGINS_PER_HOUR = 20
/** Time in which a session may make sensitive calls after its user has given the password again. */
export const CONFIRMATION_TTL_MS = 10 * 60 * 1_000
/** The same after a registration or a login with the password or a passkey, which has just proved the same. */
export const LOGIN_CONFIRMS_MS = 5 * 60 * 1_000
/** A user creates them together; each works once. */
export const RECOVERY_CODES = 10
export const PASSKEYS_PER_USER = 10
export const PASSKEY_NAME_MAX = 50
/** Time in which a browser has to answer the challenge for a passkey. */
export const PASSKEY_CHALLENGE_MS = 5 * 60 * 1_000
/** Time in which the copy of a user's data can be downloaded. */
export const EXPORT_TTL_MS = 60 * 60 * 1_000
/** Time in which the username of a deleted account cannot be registered again. */
export const USERNAME_RESERVED_MS = 30 * 24 * 60 * 60 * 1_000
export const DEVICE_COOKIE_TTL_SECONDS = 365 * 24 * 60 * 60
/** Accounts that one device cookie names; another replaces the oldest. */
export const DEVICE_ACCOUNTS_MAX = 5
export const INTERNAL_TOKEN_TTL_SECONDS = 60
export const SESSION_CACHE_FRESH_MS = 5_000
export const SESSION_CACHE_MAX_MS = 60_000
export const SOCKET_SESSION_RECHECK_MS = 15_000

// Admin
/** Shared by all users and by both calls that take a PIN. */
export const ADMIN_PIN_ATTEMPTS = 10
export const ADMIN_PIN_REFILL_SECONDS = 24 * 60 * 60
export const ADMIN_SESSION_MS = 5 * 60 * 1_000
/** Time after which a reset counts as in progress, less than the 4 s that the gateway waits. */
export const RESET_WAIT_MS = 3_000

// Reports and moderation
export const REPORT_TEXT_MAX = 1_000
/** Messages that a report can mark. */
export const REPORT_MESSAGES_MAX = 20
/** Messages that the server stores as evidence, around the marked ones. */
export const EVIDENCE_MESSAGES_MAX = 100
/**
 * Total text size of these messages, unless the marked messages alone exceed it. A case must stay readable after many
 * reports about one user.
 */
export const EVIDENCE_TEXT_MAX_BYTES = 64 * 1024
/** Reports of one user within 24 hours. */
export const REPORTS_PER_DAY = 10
/** Time after an unmatch or a block in which the two can report each other. */
export const PAST_MATCH_MS = 30 * 24 * 60 * 60 * 1_000
export const PAST_MATCHES_MAX = 100
/** Reports in an open case. A moderator will look at it anyway, so further reports are not needed. */
export const CASE_REPORTS_MAX = 1_000
export const CASE_NOTES_MAX = 200
export const CASES_PAGE_SIZE = 25
export const CASES_PAGE_MAX = 50
/** Reports that a decision names: the newest ones of the case. A body that names them fits JSON_MAX_KEYS. */
export const DECISION_REPORTS_MAX = 80
/** A moderator's claim of a case ends by itself after this time. */
export const CASE_LEASE_MS = 15 * 60 * 1_000
/** Time after which a moderator cannot renew a claim. The case is then free for others for at least CASE_LEASE_MS. */
export const CASE_CLAIM_MAX_MS = 2 * 60 * 60 * 1_000
/** Cases that one call dismisses. */
export const DISMISSALS_MAX = 30
export const NOTE_TEXT_MAX = 1_000
export const DECISION_TEXT_MAX = 1_000
export const SUSPEND_DAYS_MAX = 30
/** Time after a decision in which an admin can undo it. */
export const DECISION_UNDO_MS = 24 * 60 * 60 * 1_000
export const APPEAL_TEXT_MAX = 2_000
/** Time after the end of a case in which its evidence is still needed, for example for an appeal. */
export const EVIDENCE_KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Time after a ban in which new accounts are compared with the banned one, even if it is deleted. Faces are kept as long. */
export const BAN_RECORD_MS = 365 * 24 * 60 * 60 * 1_000
/** Matches of an account with banned ones that moderators see within 24 hours. */
export const BAN_MATCHES_PER_DAY = 5
/** Photos that may be explicit in one open case; further ones wait for its decision. */
export const FLAGGED_PHOTOS_MAX = 10
/** Accounts resembling one banned user that moderators see within 24 hours. */
export const BAN_CASES_PER_DAY = 20

// Held first messages
/**
 * Receivers within HOLD_WINDOW_MS after which first messages with links or the same text are held. The rate profile
 * `off` holds none.
 */
export const HOLD_RECEIVERS = 5
export const HOLD_WINDOW_MS = 60 * 60 * 1_000
/** Messages that a sender may add to held ones before the receiver has replied. */
export const HELD_PER_CONVERSATION = 20
/** Held messages of a sender that moderators see, oldest first. A decision about all of them fits JSON_MAX_KEYS. */
export const HELD_MESSAGES_MAX = 80
/** Senders on a page of the list of held messages. */
export const HELD_SENDERS_PAGE_MAX = 5

// Sockets
export const FRAME_MAX_BYTES = 16 * 1024
export const HEARTBEAT_MS = 25_000
export const PING_MS = 20_000
export const PING_MISSES = 2
export const SOCKET_BUFFER_MAX_BYTES = 256 * 1024
export const SOCKETS_PER_USER = 10
export const SOCKETS_PER_ADDRESS = 50
export const FRAMES_PER_SECOND = 20
export const FRAMES_BURST = 40
export const TYPING_PER_SECOND = 2
/** Time after which a user who has left is no longer shown as online. */
export const ONLINE_STALE_MS = 30_000
export const BAD_FRAMES_MAX = 5
export const WAITING_FRAMES_MAX = 100

// Reconnecting clients: the web client and the bots
export const RECONNECT_ATTEMPTS = 10
export const RECONNECT_BASE_MS = 1_000
export const RECONNECT_FACTOR = 1.5
export const RECONNECT_MAX_MS = 10_000
/** Delay after the last of RECONNECT_ATTEMPTS. */
export const RECONNECT_SLOW_MS = 30_000
/** After the loss of a process its clients come back over this time per socket, up to the maximum. */
export const RECONNECT_MS_PER_SOCKET = 2.5
export const RECONNECT_WINDOW_MAX_MS = 15_000
/** Upgrades that a gateway accepts from a crowd. It sends the others away for up to RECONNECT_WINDOW_MAX_MS. */
export const UPGRADES_PER_SECOND = 300
export const UPGRADES_BURST = 600
/** The longest delay that a client accepts in the reason of a close. */
export const RECONNECT_TOLD_MAX_MS = 60_000
export const CONNECT_TIMEOUT_MS = 5_000
/** Silence after which the client closes a socket (SEC-86). */
export const SILENCE_MAX_MS = 45_000

// Settings of the community, see community/settings.ts

export const COMMUNITY_NAME_MAX = 40
export const TAGLINE_MAX = 120
export const ABOUT_MAX = 2_000
export const SETTINGS_LINK_MAX = 300
export const LEGAL_TEXT_MAX = 20_000
export const RULES_MAX = 20
export const RULE_TITLE_MAX = 80
export const RULE_TEXT_MAX = 500
export const SETTINGS_COUNT_MAX = 100_000_000
/** Settings, in bytes of JSON, that one NATS message can carry. */
export const SETTINGS_MAX_BYTES = 512 * 1_024
/** A change may have more text than fits, so that the refusal can name the setting. */
export const SETTINGS_BODY_MAX_BYTES = 2 * SETTINGS_MAX_BYTES
/** JSON keys of a change: RULES_MAX rules with title and text in eight languages. */
export const SETTINGS_MAX_KEYS = 400
export const NEW_ACCOUNT_HOURS = 48
export const NEW_ACCOUNT_HOURS_MAX = 24 * 90
export const SETTINGS_HISTORY_PAGE_MAX = 50
/** Side of the square that a logo is made. */
export const LOGO_PIXELS = 512
/** Time in which settings can be restored with their logo. */
export const LOGO_KEPT_MS = 90 * 24 * 60 * 60 * 1_000

// The door

export const APPLICATION_QUESTION_MAX = 200
export const APPLICATION_ANSWER_MAX = 500
export const FALLBACK_HOURS = 24
export const FALLBACK_HOURS_MAX = 24 * 30
export const INVITATION_LABEL_MAX = 60
export const INVITATION_USES_MAX = 10_000
export const INVITATIONS_PER_USER = 100
export const INVITATIONS_PAGE_MAX = 50
export const APPLICATIONS_PAGE_MAX = 50
/** Users of a branch of invitations that one response or decision covers. */
export const BRANCH_MAX = 500
/** A moderator's decision about an application is overdue after this time. */
export const APPLICATION_DUE_MS = 24 * 60 * 60 * 1_000

/** The dashboard hides groups with fewer members. */
export const GROUP_MIN = 10
/** The dashboard goes back this many days. */
export const DASHBOARD_DAYS = 400
/** Days of a dashboard without `from`, and for which a visit of the feed makes a member active. */
export const WINDOW_DAYS = 28
/** At most this many members are asked for an empty feed. With 400 the share is right within five points. */
export const FEEDS_ASKED_MAX = 400

// Verification of members
/** From the start of a verification to its last picture. */
export const VERIFICATION_MS = 10 * 60 * 1_000
/** Bytes of a picture of a pose before it is encoded anew. */
export const POSE_PICTURE_MAX_BYTES = 4_000_000
/** The pictures are deleted with the decision, or after this time without one. */
export const FRAMES_KEPT_MS = 24 * 60 * 60 * 1_000
/** Verifications that a member may send a day. */
export const VERIFICATIONS_PER_DAY = 3
export const VERIFICATION_REASON_MAX = 300
export const VERIFICATIONS_PAGE_MAX = 20
/** A moderator is offered a break after this many decisions without one. */
export const DECISIONS_BEFORE_BREAK = 30
