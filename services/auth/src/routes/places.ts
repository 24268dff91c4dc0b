import type { Serve } from '@zing/kit/http/serve'
import * as contract from '@zing/proto/http/places'
import type { Ctx } from '../context.ts'
import { findPlaces } from '../places/find-places.ts'

export function placeRoutes(serve: Serve, ctx: Ctx): void {
  serve(contract.findPlaces, async ({ query }) => findPlaces(ctx, query))
}
