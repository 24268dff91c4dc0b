import { createFairQueue } from '../queue/fair-queue.ts'

/** Registrations and profile changes take turns, so that a flood of one does not hold up the other (SEC-53). */
export type PhotoLane = 'registration' | 'profile'

/** Decodes one picture at a time: the memory that pictures take is that of one. */
export const photoQueue = createFairQueue<PhotoLane>({ capacity: 1, maxQueued: 50, maxWaitMs: 6_000 })
