import { open, readFile } from 'node:fs/promises'

/** Redirects the output of `run` to a file, and returns it beside the result. */
export async function bufferOutput<T>(
  file: string,
  run: (descriptor: number) => Promise<T>,
): Promise<{ result: T; output: string }> {
  const handle = await open(file, 'a')
  try {
    return { result: await run(handle.fd), output: await readFile(file, 'utf8') }
  } finally {
    await handle.close()
  }
}
