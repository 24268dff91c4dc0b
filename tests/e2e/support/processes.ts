import { readPids } from '@zing/dev-env/state/pid-file'
import type { ProcessName } from '@zing/proto/processes'

/** Pid of a service under test, from its supervisor's pid file; 0 while it is not running. */
export function pidOf(name: ProcessName): number {
  return readPids(process.env.E2E_DATA_DIR ?? '')[name] ?? 0
}
