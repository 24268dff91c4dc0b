/** Codes of error responses, for clients that must tell one with the same status from another. */
export const errorCodes = {
  confirmNeeded: 'CONFIRM',
  wrongPassword: 'WRONG_PASSWORD',
  wrongPasskey: 'WRONG_PASSKEY',
  commonPassword: 'COMMON_PASSWORD',
  usernameTaken: 'USERNAME_TAKEN',
  resetInProgress: 'RESET_IN_PROGRESS',
} as const
export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes]
