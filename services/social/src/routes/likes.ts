import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/social'
import type { Ctx } from '../context.ts'
import { likeUser } from '../pairs/like-user.ts'
import { listBlockedPeople } from '../pairs/list-blocked-people.ts'
import { listMatches } from '../pairs/list-matches.ts'
import { listPastMatches } from '../pairs/list-past-matches.ts'
import { unlikeUser } from '../pairs/unlike-user.ts'

export function likeRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.likeUser, ({ userId, body }) => likeUser(ctx, userId, body.likedId))
  serve(contract.unlikeUser, ({ userId, params }) => unlikeUser(ctx, userId, params.userId))
  serve(contract.listMatches, ({ userId }) => listMatches(ctx, userId))
  serve(contract.listBlockedPeople, ({ userId }) => listBlockedPeople(ctx, userId))
  serve(contract.listPastMatches, ({ userId }) => listPastMatches(ctx, userId))
}
