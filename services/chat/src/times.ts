/** Times that a test may shorten. The default of each is beside its use. */
export interface Times {
  /** Pause between two pings of NATS; a silent server is noticed after one to two of them. */
  natsPingMs?: number
  /** NATS delivers the events of a process that has ended to another one after this time. */
  ackWaitMs?: number
  /** Pauses between sweeps for pending and unseen messages: `sweepMs` after a find, `idleSweepMs` after none. */
  sweepMs?: number
  idleSweepMs?: number
  unseenAfterMs?: number
  /** A user stays online without a socket for `awayMs`, which is checked every `checkMs`. */
  awayMs?: number
  checkMs?: number
  /** A chat process sends its list to others every `beatMs`, and the list counts for `peerLeaseMs`. */
  beatMs?: number
  peerLeaseMs?: number
  /** Shortest time between two refetches of all clients. */
  restoreEveryMs?: number
  /** Time from the start to the first count for the dashboard. */
  countAfterMs?: number
  /** Time from the start to the first completion of deletions. */
  completeAfterMs?: number
  /** Time from the start to the first search for media without a message, and to the move between stores. */
  sweepMediaAfterMs?: number
  moveMediaMs?: number
  /** Longest waits for vision: of an upload, and of the repetition; and the pause before it is asked again. */
  visionSoonMs?: number
  visionMs?: number
  lookAgainMs?: number
  /** Pause until the next search for photos that vision has not seen, after a search without any. */
  lookIdleMs?: number
}
