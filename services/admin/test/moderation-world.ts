import { randomBytes } from 'node:crypto'
import type { Role } from '@zing/proto/accounts/roles'
import type { EvidenceMessage, EvidenceProfile } from '@zing/proto/moderation/evidence'
import type { Recognition } from '@zing/proto/moderation/recognition'
import type { StoredHeldMessage } from '@zing/proto/nats/rpc/chat'

export type ServiceName = 'auth' | 'social' | 'chat' | 'blocks'

export interface FakeUser {
  id: number
  name: string
  username: string
  role?: Role
  /** Missing: long ago. */
  createdAt?: Date
  photo?: Buffer
  /** By version, besides `photo`, whose version is 1. */
  otherPhotos?: Record<number, Buffer>
  recognition?: Recognition
  story?: Pick<EvidenceProfile, 'bio' | 'prompts' | 'interests' | 'lookingFor'>
  isReportable: boolean
}

export interface StoredEvidence {
  _id: number
  json: string
  photo?: Buffer | null
  otherPhotos?: Buffer[]
  createdAt: Date
  epoch: number
}

/** What auth, social and chat know in a test of moderation. */
export function createWorld() {
  return {
    users: new Map<number, FakeUser>(),
    conversations: new Map<string, EvidenceMessage[]>(),
    appeals: new Map<string, { userId: number; decisionId: number }>(),
    blocks: [] as [number, number][],
    /** What chat holds; a decision removes it. */
    held: [] as StoredHeldMessage[],
    heldDecisions: [] as { senderId: number; messageIds: number[]; action: string }[],
    /** Services that do not respond at the moment. */
    unavailable: new Set<ServiceName>(),
    /** Users who are matches of moderators, or have a block with them. */
    related: new Set<number>(),
    photoReads: [] as number[],
    /** Users who have blocked too many others, or whose block chat refuses for another reason. */
    cannotBlock: new Set<number>(),
    /** Users whose block ends in an error of chat. */
    failsToBlock: new Set<number>(),
    /** Photos that their owner removes in the moment in which they are read. */
    removedOnRead: new Map<number, number>(),
    /** What happens while auth is requested for the evidence about a user, once. */
    duringEvidence: new Map<number, () => Promise<void>>(),
  }
}

export type World = ReturnType<typeof createWorld>

/** Messages of two users, the odd ones by the first. */
export function talk(a: number, b: number, count: number): EvidenceMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    id: 1_000 * a + index + 1,
    seq: index + 1,
    senderId: index % 2 === 0 ? a : b,
    content: `Message ${index + 1}`,
    createdAt: new Date(index).toISOString(),
    isMarked: false,
  }))
}

export function photoOf(bytes: number): Buffer {
  return randomBytes(bytes)
}
