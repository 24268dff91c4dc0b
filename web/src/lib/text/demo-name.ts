import { DEMO_SUFFIX } from '@zing/proto/profiles/first-name'

/** Name without the suffix of demo companions, which a chip says instead. */
export function demoNameOf(name: string): { name: string; isDemo: boolean } {
  const isDemo = name.endsWith(DEMO_SUFFIX)
  return { name: isDemo ? name.slice(0, -DEMO_SUFFIX.length) : name, isDemo }
}
