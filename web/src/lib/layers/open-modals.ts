import { createStore } from '../state/create-store.ts'

/** The open dialogs, the newest last. Everything outside of the newest one is inert. */
export const openModals = createStore<readonly Element[]>([])
