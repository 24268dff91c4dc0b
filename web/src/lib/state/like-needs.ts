import { createStore } from './create-store.ts'
import { perSession } from './per-session.ts'

/** Set while a like waits for what the community asks of everybody. */
export const likeNeeds = perSession(() => createStore<'place' | 'verification' | null>(null))
