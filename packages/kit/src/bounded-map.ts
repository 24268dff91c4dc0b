/** A map of at most `max` entries: what was set longest ago makes room. Setting a key again makes it the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number

  constructor(max: number) {
    super()
    this.#max = max
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    const [oldest] = this.size > this.#max ? this.keys() : []
    if (oldest !== undefined) this.delete(oldest)
    return this
  }
}
