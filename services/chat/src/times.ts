/** Times that a test may shorten; the default of each is beside its use. */
export interface Times {
  /** Time after which the events of a process that has ended are delivered to another one. */
  ackWaitMs?: number
  /** Sweeps for pending and unseen messages: after one that found some, and after one that found none. */
  sweepMs?: number
  idleSweepMs?: number
  unseenAfterMs?: number
  /** Without a socket, a user stays online for `awayMs`, which is checked every `checkMs`. */
  awayMs?: number
  checkMs?: number
  /** Other chat processes: every `beatMs` each sends its list, which counts for `peerLeaseMs`. */
  beatMs?: number
  peerLeaseMs?: number
  /** Shortest time between two refetches of all clients. */
  restoreEveryMs?: number
}
