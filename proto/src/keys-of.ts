/** Returns the keys of an object as `Object.keys` does, with their type. */
export function keysOf<T extends object>(fields: T): (keyof T & string)[] {
  return Object.keys(fields).filter((key): key is keyof T & string => key in fields)
}
