import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '@zing/proto/endpoint'
import { reportUser } from '@zing/proto/http/reports'
import { FAIL_OFFLINE } from '../../lib/device/online.ts'
import { call } from '../../lib/http/call.ts'
import { addBlock } from '../../queries/chat/blocks.ts'
import { removeProfile } from '../../realtime/partner-frames.ts'

/** Sends a report; the server blocks the user too unless the report says otherwise. */
export function useReport() {
  const client = useQueryClient()
  return useMutation({
    ...FAIL_OFFLINE,
    mutationFn: (body: BodyInputOf<typeof reportUser>) => call(client, reportUser, { body }),
    onSuccess: ({ isBlocked }, { userId, block }) => {
      if (block === false || isBlocked === false) return
      addBlock(client, userId)
      removeProfile(client, userId)
    },
  })
}
