import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { setUp } from '@zing/proto/http/setup'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { startSession } from './session.ts'

export function useSetUp() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof setUp>) => call(null, setUp, { body }),
    onSuccess: (user) => void startSession(user),
  })
}
