export interface ImageFolders {
  /** Kept between runs. */
  cache: string
  run: string
  /** Takes minutes where no registry can be reached: the first image is made of the packages of a distribution. */
  mayMakeFirst: boolean
}
