const KNOWN = [
  { label: 'google', domain: 'googleapis.com' },
  { label: 'mozilla', domain: 'mozilla.com' },
  { label: 'apple', domain: 'apple.com' },
  { label: 'microsoft', domain: 'windows.com' },
] as const

/** The push host in metrics, which have few values; users could name any number of hosts. */
export function hostLabelOf(host: string): string {
  const isOf = (domain: string) => host === domain || host.endsWith(`.${domain}`)
  return KNOWN.find(({ domain }) => isOf(domain))?.label ?? 'other'
}
