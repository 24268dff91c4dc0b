/** Limits of the web client, in milliseconds or CSS pixels; source: docs/specification.md section 9. */

import { FRAMES_BURST, FRAMES_PER_SECOND } from '@zing/proto/limits'

// Forms
export const REGISTER_AGE_DEFAULT = 25
export const EDIT_AGE_DEFAULT = 18

// Data
export const NOTIFICATIONS_FRESH_MS = 30_000
export const UNREAD_POLL_MS = 30_000
export const UNREAD_REFRESH_MS = 10_000
export const UNREAD_FRESH_MS = 15_000
export const UNREAD_RETRIES = 3
export const CHAT_POLL_MS = 5_000
export const CHAT_FRESH_MS = 2_000
export const BLOCK_CHECK_MS = 10_000
export const CASES_POLL_MS = 20_000
/** A case that the moderator holds: a report that arrives meanwhile must not be decided unseen. */
export const HELD_CASE_POLL_MS = 5_000
/** A member looks at the verification, which a moderator may decide meanwhile. */
export const VERIFICATION_POLL_MS = 20_000
export const AUTH_REPEAT_MS = 200
/** Interval of probes for an unreachable server, while nothing else is on the screen. */
export const SERVER_PROBE_MS = 5_000
/** Time for which counts and marks wait for the socket of a starting page. */
export const FIRST_CONNECTION_MS = 1_000
/** A client that was without a socket for longer fetches everything again. */
export const RESUME_WITHIN_MS = 120_000
/** Time in which a like is retried after temporary failures. */
export const LIKE_RETRY_FOR_MS = 120_000
/** Time after which a message without a response over the socket is posted. */
export const SOCKET_SEND_TIMEOUT_MS = 3_000
/** Time for which messages are posted after the socket has left one without a response. */
export const SOCKET_DISTRUST_MS = 30_000
/** Half of the frames that the server takes from a socket, so that receipts and typing have room. */
export const SOCKET_SENDS_PER_SECOND = FRAMES_PER_SECOND / 2
export const SOCKET_SENDS_BURST = FRAMES_BURST / 2
/** Bytes of photos and recordings that wait on this device to be sent. */
export const OUTBOX_BYTES_MAX = 20_000_000
/** Time without progress after which an upload is tried again. */
export const UPLOAD_STALL_MS = 20_000
export const TYPING_IDLE_MS = 3_000
export const MARK_READ_THROTTLE_MS = 500
/** Time after which visible messages that are still unread are marked once more. */
export const MARK_READ_RETRY_MS = 10_000

// Time on the screen
export const LIKE_PULSE_MS = 500
export const FEED_REFRESH_SPINNER_MS = 600
export const MATCH_DECORATION_DELAY_MS = 600
/** From the start of the match overlay to the moment its photos meet; the same time as in styles.css. */
export const MATCH_COLLISION_MS = 200
/** Vibration of a phone as the photos meet. */
export const HAPTIC_TICK_MS = 30
/** Matches that wait while another one is shown; further ones are among the matches only. */
export const MATCHES_WAITING_MAX = 3
/** A user who was away for longer finds new matches in their list, not one dialog after another. */
export const MATCH_WAIT_MAX_MS = 10 * 60 * 1_000
export const LIKE_BACK_CLOSE_MS = 1_000
/** Redirect after a block, for the user who blocked. */
export const BLOCK_REDIRECT_MS = 1_500
/** Redirect after a block, for the user who was blocked. */
export const BLOCKED_REDIRECT_MS = 3_000
export const RECONNECT_BANNER_DELAY_MS = 2_000
export const TOAST_DURATION_MS = 5_000
export const TOAST_SWIPE_PX = 50
export const INSTALL_PROMPT_DELAY_MS = 3_000
export const INSTALL_PROMPT_EVERY_MS = 24 * 60 * 60 * 1_000
/** Delay from a visit's first like or match to the offer of notifications, which should not disturb the user. */
export const PUSH_OFFER_DELAY_MS = 60_000
export const FEEDBACK_DELAY_MS = 180_000
/** Time without a dialog, a focused field or a change of screen before a popup may appear. */
export const POPUP_REST_MS = 2_000

// Gestures
/** A press that moves less is a tap. */
export const DRAG_MIN_PX = 8
/** Part of the card's width after which a release likes or passes. */
export const SWIPE_PART_OF_WIDTH = 0.3
/** Speed at which a shorter swipe counts too. */
export const SWIPE_FLING_PX_PER_MS = 0.5

// Camera
export const CAMERA_INIT_SPINNER_MS = 1_000
/** Time to take a pose before the camera takes its picture. */
export const POSE_COUNTDOWN_S = 6
export const CAMERA_FLASH_MS = 400
export const CAMERA_PREVIEW_HEIGHT_PX = 300
export const SIGN_UP_CAMERA_IDEAL = { width: 1280, height: 720 } as const
export const SELFIE_CAMERA_IDEAL = { width: 640, height: 480 } as const
export const SELFIE_CAMERA_MIN = { width: 320, height: 240 } as const
export const SELFIE_CAMERA_ASPECT_RATIO = 4 / 3
