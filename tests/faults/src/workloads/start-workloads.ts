import type { PushHost } from '@zing/testing/push-host'
import { FOCUSES, type FocusedWorkload, type FocusName } from '../nemesis/plan-faults.ts'
import type { Product } from '../product/product.ts'
import { startDecisions } from './accounts/decisions.ts'
import { startDeletions } from './accounts/deletions.ts'
import { startIntruder } from './accounts/intruder.ts'
import { startPinGuesses } from './accounts/pin.ts'
import { MANY_PHOTOS, startProfiles } from './accounts/profiles.ts'
import { startRegistrations } from './accounts/registrations.ts'
import { startSignOuts } from './accounts/sign-outs.ts'
import type { Run } from './call.ts'
import { startBlocks } from './chat/blocks.ts'
import { FEW, MANY, startChats } from './chat/chats.ts'
import { MANY_MEDIA, startMedia } from './chat/media.ts'
import { MANY_REACTIONS, startReactions } from './chat/reactions.ts'
import { startReceipts } from './chat/receipts.ts'
import { startSocketIntruder } from './chat/socket-intruder.ts'
import { OFTEN, SELDOM, startWebPushes } from './chat/web-pushes.ts'
import { startLateEvents } from './late-events.ts'
import { startLikes } from './meeting/likes.ts'
import { startMatches } from './meeting/matches.ts'
import { startNotifications } from './meeting/notifications.ts'
import type { Workload } from './workload.ts'

interface Parts {
  product: Product
  pushHost: PushHost
  /** All workloads if null. */
  focus: FocusName | null
  /** True for the workloads of three hosts, which share the processors. */
  isLight?: boolean
}

/** Each workload begins at once. The users with the highest load start last, so that the others register quickly. */
export async function startWorkloads(run: Run, { product, pushHost, focus, isLight = false }: Parts) {
  if (isLight) return startLight(run)
  const webPushes = isWanted('web-pushes', focus) ? await startWebPushes(run, pushHost, focus ? OFTEN : SELDOM) : null
  const deletions = focus ? null : await startDeletions(run)
  const others = await (focus ? startFocused(run, focus) : startOthers(run, product))
  const media = isWanted('media', focus) ? await startMedia(run, focus ? MANY_MEDIA : undefined) : null
  const chats = isWanted('chats', focus) ? await startChats(run, focus ? MANY : undefined) : null
  const all = [webPushes, deletions, ...others, media, chats].filter((workload) => workload !== null)
  return { all, webPushes, deletions, sending: [media, chats].filter((workload) => workload !== null) }
}

async function startLight(run: Run) {
  const others = [
    await startReceipts(run),
    await startReactions(run),
    await startNotifications(run),
    await startMatches(run),
    await startProfiles(run),
    await startRegistrations(run),
  ]
  const chats = await startChats(run, FEW)
  return { all: [...others, chats], webPushes: null, deletions: null, sending: [chats] }
}

function isWanted(workload: FocusedWorkload, focus: FocusName | null): boolean {
  const wanted: readonly FocusedWorkload[] | null = focus && FOCUSES[focus].workloads
  return wanted?.includes(workload) ?? true
}

async function startOthers(run: Run, { gateways, adminPin, natsUrl }: Product): Promise<Workload[]> {
  return [
    await startIntruder(run),
    await startBlocks(run),
    await startReceipts(run),
    await startReactions(run),
    await startNotifications(run),
    await startMatches(run),
    await startLikes(run),
    await startDecisions(run),
    await startProfiles(run),
    await startRegistrations(run),
    ...(natsUrl ? [await startLateEvents({ ...run, natsUrl })] : []),
    await startSocketIntruder(run),
    await startPinGuesses(run, adminPin),
    await startSignOuts(run, { gateways }),
  ]
}

async function startFocused(run: Run, focus: FocusName): Promise<Workload[]> {
  return [
    ...(isWanted('reactions', focus) ? [await startReactions(run, MANY_REACTIONS)] : []),
    ...(isWanted('likes', focus) ? [await startLikes(run)] : []),
    ...(isWanted('matches', focus) ? [await startMatches(run)] : []),
    ...(isWanted('profiles', focus) ? [await startProfiles(run, MANY_PHOTOS)] : []),
  ]
}
