export interface ImageFolders {
  /** Kept between runs. */
  cache: string
  run: string
  /** Whether the first image may be made from packages, which takes minutes, if no registry is reachable. */
  mayMakeFirst: boolean
}
