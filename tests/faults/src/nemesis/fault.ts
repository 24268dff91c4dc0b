export const FAULT_KINDS = ['kill', 'pause', 'restart', 'cut', 'stall', 'slow', 'lose', 'fail', 'skew', 'fill'] as const
/** Faults of a whole host (`npm run hosts`). */
export const HOST_FAULT_KINDS = ['kill', 'silence', 'pause', 'cut', 'deafen', 'lose', 'fill', 'empty'] as const
export type FaultKind = (typeof FAULT_KINDS)[number] | (typeof HOST_FAULT_KINDS)[number]

export interface Fault {
  kind: FaultKind
  /** Name of the process, server or host. */
  target: string
  /** Other end of the cut, stalled or slow connection: a server, a process of a service, or a host. */
  server?: string
  /** Start, in ms since the earliest possible fault. */
  at: number
  ms: number
}
