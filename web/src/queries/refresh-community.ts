import { shellCommunityOf } from '@zing/proto/community/shell'
import { getCommunity } from '@zing/proto/http/community'
import { call } from '../lib/http/call.ts'
import { communityStore } from '../lib/state/community.ts'

/** Shows the settings of now, after they were changed here. */
export async function refreshCommunity(): Promise<void> {
  communityStore.set(shellCommunityOf(await call(null, getCommunity)))
}
