import Bowser from 'bowser'

const BROWSERS = new Set<string>(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set<string>(Object.values(Bowser.OS_MAP))

export const USER_AGENT_MAX = 200

/** Names the browser and system of a User-Agent. Returns known names only, since clients may send any text. */
export function describeBrowser(userAgent: string): { browser: string | null; system: string | null } {
  if (userAgent === '') return { browser: null, system: null }
  const { browser, os } = Bowser.parse(userAgent.slice(0, USER_AGENT_MAX))
  return { browser: knownName(browser.name, BROWSERS), system: knownName(os.name, SYSTEMS) }
}

function knownName(name: string | undefined, known: ReadonlySet<string>): string | null {
  return name !== undefined && known.has(name) ? name : null
}
