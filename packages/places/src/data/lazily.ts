/** Computes a value at its first use: a process pays only for the lists that it reads. */
export function lazily<Value extends object>(compute: () => Value) {
  let value: Value | undefined
  return () => {
    value ??= compute()
    return value
  }
}
