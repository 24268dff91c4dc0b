import { findMismatch } from './response-validator.ts'

/** Throws when docs/openapi.json does not declare this response. Leaves the body unread for the caller. */
export async function assertDocumented(method: string, response: Response): Promise<void> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.includes('application/json')
  const body: unknown = isJson ? await response.clone().json() : undefined
  const mismatch = findMismatch({ method, path: new URL(response.url).pathname, status, headers, body })
  if (mismatch) throw new Error(mismatch)
}
