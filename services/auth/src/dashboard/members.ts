import { ofCurrentEpoch } from '@zing/kit/nats/epoch'
import type { AccountStatus } from '@zing/proto/community/door'
import { REGISTRATIONS_PER_PAGE } from '@zing/proto/nats/rpc/auth'
import type { Ctx } from '../context.ts'
import type { UserDocument } from '../models/user.ts'

const FIELDS = { createdAt: 1, status: 1, selfieVersion: 1, 'photos.version': 1, 'invitation.label': 1 } as const

/** An account as the dashboard sees it. */
export interface Account extends Pick<UserDocument, '_id' | 'createdAt' | 'selfieVersion'> {
  photos?: unknown[] | null
  /** Missing: active. */
  status?: AccountStatus | null
  /** Missing: the user signed up without an invitation. */
  invitation?: { label: string } | null
}

/** A page of all accounts, by id. */
export async function readAccounts(ctx: Ctx, after: number, limit: number): Promise<Account[]> {
  return ctx.models.User.find({ _id: { $gt: after }, ...ofCurrentEpoch(ctx) }, FIELDS)
    .sort({ _id: 1 })
    .limit(limit)
    .lean<Account[]>()
}

/** Pending and refused accounts are no members. */
export function isMember({ status }: Pick<Account, 'status'>): boolean {
  return !status || status === 'active'
}

/** A page of the members' registrations, by id. */
export async function getRegistrationPage(
  ctx: Ctx,
  after: string,
): Promise<{ items: { userId: number; at: number }[]; next: string | null }> {
  const accounts = await readAccounts(ctx, Number(after), REGISTRATIONS_PER_PAGE)
  const last = accounts.length === REGISTRATIONS_PER_PAGE ? accounts.at(-1) : undefined
  return {
    items: accounts.filter(isMember).map(({ _id, createdAt }) => ({ userId: _id, at: createdAt.getTime() })),
    next: last ? String(last._id) : null,
  }
}
