import { useMutation } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { changePassword } from '@zing/proto/http/account'
import { call } from '../lib/call.ts'
import { FAIL_OFFLINE } from '../lib/online.ts'

export function useChangePassword() {
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof changePassword>) => call(changePassword, { body }),
  })
}
