import { z } from 'zod/mini'

/** The kinds of contact that users hope to find. Their texts are in `profile-story.ts`. */
export const LOOKING_FOR = ['relationship', 'dates', 'friends', 'unsure'] as const
export const LookingFor = z.enum(LOOKING_FOR, 'Please choose what you are looking for')
export type LookingFor = z.infer<typeof LookingFor>
