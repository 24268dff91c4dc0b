import { createContext, useContext } from 'react'

export type Confirm = <T>(action: () => Promise<T>) => Promise<T>

/** Runs an action; once more after the password or a passkey, where the server wants it. Rejects if the user leaves that dialog. */
export const ConfirmContext = createContext<Confirm>((action) => action())

export function useConfirm(): Confirm {
  return useContext(ConfirmContext)
}
