import { isConnectionLost } from '@zing/kit/errors'

/**
 * Waits for the status of an upload. A service closes the connection of an upload that it refuses, since its body would take
 * memory. A client that still writes may then miss the 503, which the gateway sends in its place.
 */
export async function statusOfUpload(upload: Promise<{ status: number }>): Promise<number> {
  try {
    return (await upload).status
  } catch (error) {
    if (error instanceof Error && isConnectionLost(error.cause)) return 503
    throw error
  }
}
