/** An error that the user can fix. The message says in one sentence what is wrong and what to do; no stack is printed. */
export class StartError extends Error {
  override name = 'StartError'
}
