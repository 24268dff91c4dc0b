declare module 'virtual:texts' {
  import type { Messages } from '@lingui/core'

  /** Loaders by language and part, see vite-texts.ts. */
  const catalogues: Record<string, Record<'first' | 'member' | 'staff', () => Promise<{ default: Messages }>>>
  export default catalogues
}
