import { createFairQueue } from '@zing/kit/overload/fair-queue'

/** Registrations and profile changes take turns, so that a flood of one does not delay the other (SEC-53). */
export type PhotoLane = 'registration' | 'profile'

/** Decodes one picture at a time, so that only one takes memory. */
export const photoQueue = createFairQueue<PhotoLane>({ capacity: 1, maxQueued: 50, maxWaitMs: 6_000 })
