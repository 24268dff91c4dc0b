import { DEFAULT_COMMUNITY, type ShellCommunity } from '@zing/proto/community/shell'
import { onTestFinished } from 'vitest'
import { communityStore } from '../lib/state/community.ts'

/** Makes the page one of a community with other settings, until the test is over. */
export function showCommunity(changes: Partial<ShellCommunity>): void {
  communityStore.set({ ...DEFAULT_COMMUNITY, ...changes })
  onTestFinished(() => communityStore.set(DEFAULT_COMMUNITY))
}
