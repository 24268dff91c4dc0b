/** Why the server closes a socket. The client reconnects after all of them but the first. */
export const CloseCode = {
  /** Signed out, revoked or reset: do not come back. */
  signedOut: 1000,
  /** Broke the protocol or claimed to be somebody else. */
  policy: 1008,
  /** A frame of more than FRAME_MAX_BYTES bytes. */
  tooBig: 1009,
  /** The process is draining: come back to another one. */
  restarting: 1012,
  /** Too many frames, or too slow a reader. */
  overloaded: 1013,
} as const
