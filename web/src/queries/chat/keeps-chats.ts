import { z } from 'zod/mini'
import { createStore } from '../../lib/state/create-store.ts'
import { readStored, writeStored } from '../../lib/state/stored.ts'
import { clearKept } from './kept-storage.ts'

const KEY = 'zing.keep-chats'
const read = () => readStored(localStorage, KEY, z.boolean()) ?? true

/** False once a user of this device has turned it off. It stays off for every user. */
export const keepsChats = createStore(read())

window.addEventListener('storage', ({ key }) => key === KEY && keepsChats.set(read())) // changed in another tab

export function setKeepsChats(isOn: boolean): void {
  keepsChats.set(isOn)
  rememberKeepsChats()
  if (!isOn) void clearKept()
}

export function rememberKeepsChats(): void {
  writeStored(localStorage, KEY, keepsChats.get() ? null : false)
}
