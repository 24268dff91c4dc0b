/**
 * Every number of the product, once. Lengths are in characters (code points), times in milliseconds, sizes in bytes
 * unless the name says otherwise. Source: product-spec.md section 9, design.md sections 3 to 5, security.md, faults.md.
 */

// What people type
export const USERNAME_MIN = 3
export const USERNAME_MAX = 30
export const PASSWORD_MIN = 6
export const PASSWORD_MAX = 100
export const NAME_MIN = 2
export const NAME_MAX = 50
export const REGISTER_AGE_MIN = 18
export const REGISTER_AGE_MAX = 100
export const REGISTER_AGE_DEFAULT = 25
export const EDIT_AGE_MIN = 18
export const EDIT_AGE_MAX = 120
export const EDIT_AGE_DEFAULT = 18
export const GENDER_MAX = 20
export const ORIENTATION_MAX = 30
export const MESSAGE_MIN = 1
export const MESSAGE_MAX = 2000
export const ADMIN_PIN_LENGTH = 4

// Photos
/** Of the data URL as text, before decoding. */
export const SELFIE_MAX_CHARACTERS = 5_000_000
export const IMAGE_MAX_PIXELS_PER_SIDE = 1080
export const IMAGE_JPEG_QUALITY = 0.8
/** Of the square that stands for a person in lists: an avatar of 128 CSS pixels on a dense screen. */
export const SELFIE_SMALL_PIXELS = 320
/** Width of the photo that a phone needs for a card of the feed. */
export const SELFIE_MEDIUM_PIXELS = 720
export const SELFIE_CHANGES_PER_HOUR = 10

// Pages
export const FEED_PAGE_SIZE = 50
/** What our client asks for: what one sees before the next page is here. */
export const FEED_PAGE_ON_SCREEN = 20
export const FEED_PAGE_MAX = 100
export const MESSAGES_PAGE_SIZE = 50
export const MESSAGES_PAGE_MAX = 100
export const NOTIFICATIONS_MAX = 100

// HTTP
export const BODY_MAX_BYTES = 64 * 1024
/** Register and PATCH user carry a selfie: 5,000,000 characters and the rest of the form. */
export const UPLOAD_BODY_MAX_BYTES = 5_200_000
export const JSON_MAX_DEPTH = 10
export const JSON_MAX_KEYS = 100
export const RETRY_AFTER_SECONDS = 1

// Sessions (security.md 3.2, faults.md section 4)
export const SESSION_TTL_SECONDS = 30 * 24 * 60 * 60
export const INTERNAL_TOKEN_TTL_SECONDS = 60
export const SESSION_VERDICT_FRESH_MS = 5_000
export const SESSION_VERDICT_MAX_MS = 60_000
export const SOCKET_SESSION_RECHECK_MS = 15_000

// Admin (security.md 3.5, faults.md 3.3)
/** Of everybody together, over both calls that take a PIN. */
export const ADMIN_PIN_ATTEMPTS = 10
/** One attempt is regained in so long. */
export const ADMIN_PIN_REFILL_SECONDS = 24 * 60 * 60
export const ADMIN_GRANT_MS = 5 * 60 * 1_000
/** Then a reset is "in progress": less than the 4 s that the gateway waits for any answer. */
export const RESET_ANSWER_MS = 3_000

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
export const BAD_FRAMES_MAX = 5
export const WAITING_FRAMES_MAX = 100

// Client: realtime (spec section 9)
export const RECONNECT_ATTEMPTS = 10
export const RECONNECT_BASE_MS = 1_000
export const RECONNECT_FACTOR = 1.5
export const RECONNECT_MAX_MS = 10_000
/** After the last of the attempts above. */
export const RECONNECT_SLOW_MS = 30_000
export const CONNECT_TIMEOUT_MS = 5_000
export const AUTH_REPEAT_MS = 200
/** Silence after which the client gives a socket up (security.md SEC-86). */
export const SILENCE_MAX_MS = 45_000

// Client: data (spec section 9)
export const NOTIFICATIONS_FRESH_MS = 30_000
export const UNREAD_POLL_MS = 30_000
export const UNREAD_REFRESH_MS = 10_000
export const UNREAD_FRESH_MS = 15_000
export const UNREAD_RETRIES = 3
export const CHAT_POLL_MS = 5_000
export const CHAT_FRESH_MS = 2_000
export const BLOCK_CHECK_MS = 10_000

// Client: time on the screen (spec section 9)
export const TYPING_IDLE_MS = 3_000
export const LIKE_PULSE_MS = 500
export const CAMERA_INIT_SPINNER_MS = 1_000
export const CAMERA_FLASH_MS = 400
export const FEED_REFRESH_SPINNER_MS = 600
export const MATCH_DECORATION_DELAY_MS = 600
export const LIKE_BACK_CLOSE_MS = 1_000
export const BLOCK_REDIRECT_MS = 1_500
export const BLOCKED_REDIRECT_MS = 3_000
export const MARK_READ_GUARD_MS = 500
export const CAMERA_PREVIEW_HEIGHT_PX = 300
/** What a camera is asked for, in pixels. */
export const SIGN_UP_CAMERA_IDEAL = { width: 1280, height: 720 } as const
export const SELFIE_CAMERA_IDEAL = { width: 640, height: 480 } as const
export const SELFIE_CAMERA_MIN = { width: 320, height: 240 } as const
export const SELFIE_CAMERA_ASPECT_RATIO = 4 / 3
export const TOAST_DURATION_MS = 5_000
export const TOAST_SWIPE_PX = 50
export const INSTALL_PROMPT_DELAY_MS = 3_000
export const INSTALL_PROMPT_EVERY_MS = 24 * 60 * 60 * 1_000
export const FEEDBACK_DELAY_MS = 180_000
/** "Reconnecting..." is shown only after this long without a socket (ux.md). */
export const RECONNECT_BANNER_DELAY_MS = 2_000
