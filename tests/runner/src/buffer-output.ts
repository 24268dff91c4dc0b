import { open, readFile } from 'node:fs/promises'

/** Redirects the output of `run` to a file. Shows it in one piece at the end, even after an error. */
export async function bufferOutput<T>(
  { file, show }: { file: string; show(text: string): void },
  run: (descriptor: number) => Promise<T>,
): Promise<T> {
  const handle = await open(file, 'a')
  try {
    return await run(handle.fd)
  } finally {
    await handle.close()
    show(await readFile(file, 'utf8'))
  }
}
