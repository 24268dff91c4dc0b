/** A name that each file system takes, such as `bees-of-berlin-data.zip`. */
export function fileNameOf(community: string): string {
  const words = community
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return `${words?.join('-') ?? 'my'}-data.zip`
}
