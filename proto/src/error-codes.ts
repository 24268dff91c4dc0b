/** Codes of error responses, for clients that must tell one with the same status from another. */
export const errorCodes = {
  confirmNeeded: 'CONFIRM',
  wrongPassword: 'WRONG_PASSWORD',
  wrongPasskey: 'WRONG_PASSKEY',
  commonPassword: 'COMMON_PASSWORD',
  usernameTaken: 'USERNAME_TAKEN',
  resetInProgress: 'RESET_IN_PROGRESS',
  suspended: 'SUSPENDED',
  reportOpen: 'REPORT_OPEN',
  noReportsLeft: 'NO_REPORTS_LEFT',
  caseClaimed: 'CASE_CLAIMED',
  caseClosed: 'CASE_CLOSED',
  caseOpen: 'CASE_OPEN',
  caseRefused: 'CASE_REFUSED',
  claimLost: 'CLAIM_LOST',
  undoTooLate: 'UNDO_TOO_LATE',
  appealInvalid: 'APPEAL_INVALID',
  appealMade: 'APPEAL_MADE',
} as const
export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes]
