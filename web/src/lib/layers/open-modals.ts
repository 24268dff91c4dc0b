import { createStore } from '../state/create-store.ts'

/** The open dialogs, the newest last. Everything outside the newest dialog is inert. */
export const openModals = createStore<readonly Element[]>([])
