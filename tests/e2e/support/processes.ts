import { readPids } from '@zing/dev-env/state/pid-file'

/** The process of one part of the product under test, as its supervisor keeps it; 0 while there is none. */
export function pidOf(name: 'gateway' | 'auth' | 'social' | 'chat' | 'admin'): number {
  return readPids(process.env.E2E_DATA_DIR ?? '')[name] ?? 0
}
