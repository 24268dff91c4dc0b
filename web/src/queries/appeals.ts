import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { createAppeal } from '@zing/proto/http/reports'
import { call } from '../lib/call.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'

/** Needs no session: the token of a refused login says whose appeal it is. */
export function useAppeal() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof createAppeal>) => call(null, createAppeal, { body }),
  })
}
