import { READY_PATH } from '@zing/proto/paths'
import { isOk } from './is-ok.ts'

const RESPONSE_MS = 2_000

export function isReady(url: string): Promise<boolean> {
  return isOk(`${url}${READY_PATH}`, RESPONSE_MS)
}
