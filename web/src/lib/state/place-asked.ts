import { createStore } from './create-store.ts'
import { perSession } from './per-session.ts'

/** True while a like waits for the place that the community asks of everybody. */
export const placeAsked = perSession(() => createStore(false))
