/** Who may register. */
export const REGISTRATION_MODES = ['open', 'approval', 'invitation', 'closed'] as const

/** Why the product itself has turned an open door to approval. */
export const FALLBACK_REASONS = ['NO_MODERATOR', 'MANY_SIGN_UPS', 'QUEUE_OVERDUE'] as const

/** Parts of the product that an operator can switch off. Their calls are then 404 with FEATURE_OFF. */
export const FEATURES = ['push', 'export', 'presence', 'webPushNames', 'pinPanel', 'chatPhotos', 'chatVoice'] as const
export type Feature = (typeof FEATURES)[number]

/** Asked of applicants where the community has no question of its own. */
export const DEFAULT_QUESTION = 'Why would you like to join?'
