import { DEVICE_HEADER } from '@zing/proto/headers'
import type { Browser } from '../accounts/account-change.ts'

export function browserOf(req: { get(header: string): string | undefined }): Browser {
  return { userAgent: req.get('user-agent'), deviceCookie: req.get(DEVICE_HEADER) }
}
