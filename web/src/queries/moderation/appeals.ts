import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { createAppeal } from '@zing/proto/http/reports'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'

/** Needs no session: the token of a refused login says whose appeal it is. */
export function useAppeal() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof createAppeal>) => call(null, createAppeal, { body }),
  })
}
