const SUFFIX = / - demo$/

/** Name without the suffix of demo companions, which a chip says instead. */
export function demoNameOf(name: string): { name: string; isDemo: boolean } {
  return { name: name.replace(SUFFIX, ''), isDemo: SUFFIX.test(name) }
}

/** Name for a sentence or a label, where a chip has no place. */
export function plainNameOf(name: string): string {
  return demoNameOf(name).name
}
