import { readPids } from '@zing/dev-env/state/pid-file'

/** Pid of a tested service, from its supervisor's pid file; 0 while it is not running. */
export function pidOf(name: 'gateway' | 'auth' | 'social' | 'chat' | 'admin'): number {
  return readPids(process.env.E2E_DATA_DIR ?? '')[name] ?? 0
}
