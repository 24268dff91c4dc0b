/** The server closes sockets with these codes. The client reconnects after all of them except `signedOut`. */
export const CloseCode = {
  /** The session was signed out, revoked or reset: do not reconnect. */
  signedOut: 1000,
  /** The client broke the protocol or sent the id of another user. */
  policy: 1008,
  /** A frame of more than FRAME_MAX_BYTES bytes. */
  tooBig: 1009,
  /** The process is draining: reconnect to another one. */
  restarting: 1012,
  /**
   * The client sends too many frames or reads too slowly. With a number as the reason a crowd is reconnecting: try again
   * after so many ms.
   */
  overloaded: 1013,
} as const
