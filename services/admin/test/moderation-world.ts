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
  /** Long ago if missing. */
  createdAt?: Date
  photo?: Buffer
  /** Photos by version, without `photo`, whose version is 1. */
  otherPhotos?: Record<number, Buffer>
  recognition?: Recognition
  story?: Pick<EvidenceProfile, 'bio' | 'prompts' | 'interests' | 'lookingFor' | 'place'>
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

/** The data of auth, social and chat in a test of moderation. */
export function createWorld() {
  return {
    users: new Map<number, FakeUser>(),
    conversations: new Map<string, EvidenceMessage[]>(),
    /** Bytes of photos and recordings by id; each call returns a part of `partBytes`. */
    media: new Map<number, { bytes: Buffer; mimeType: string; partBytes: number }>(),
    appeals: new Map<string, { userId: number; decisionId: number }>(),
    blocks: [] as [number, number][],
    /** Messages that chat holds; a decision removes them. */
    held: [] as StoredHeldMessage[],
    heldDecisions: [] as { senderId: number; messageIds: number[]; action: string }[],
    /** Services that do not respond. */
    unavailable: new Set<ServiceName>(),
    /** Users who are matches of moderators, or have a block with them. */
    related: new Set<number>(),
    photoReads: [] as number[],
    /** Users whose block chat refuses, for example because they have blocked too many users. */
    cannotBlock: new Set<number>(),
    /** Users whose block fails with an error of chat. */
    failsToBlock: new Set<number>(),
    /** Photos that their owner removes while admin reads them. */
    removedOnRead: new Map<number, number>(),
    /** Sessions whose user has given the password lately. */
    confirmed: new Set<string>(),
    /** Runs once, while admin requests the evidence about this user from auth. */
    duringEvidence: new Map<number, () => Promise<void>>(),
  }
}

export type World = ReturnType<typeof createWorld>

/** Messages between two users; the first user sends the odd ones. */
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
