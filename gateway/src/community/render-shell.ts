import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { communityOf } from '@zing/proto/community/community-of'
import { textIn } from '@zing/proto/community/local-text'
import { PALETTE_ELEMENT, paletteCss } from '@zing/proto/community/palette-css'
import { DEFAULT_PUBLISHED, type PublishedSettings } from '@zing/proto/community/settings'
import { COMMUNITY_ELEMENT, shellCommunityOf } from '@zing/proto/community/shell'
import { escapeXml } from './escape-xml.ts'
import { iconPath } from './render-files.ts'

const TOUCH_ICON = '/icons/apple-touch-180.png'
const DEFAULT_SHOWN = shellCommunityOf(communityOf(DEFAULT_PUBLISHED))

export interface RenderedShell {
  html: string
  /** Changes with all that the page shows of the settings; null for the page as it was built. */
  revision: string | null
}

/** Writes the community into the built page. With default settings the page is as it was built. */
export function renderShell(built: string, published: PublishedSettings): RenderedShell {
  const { palette } = published
  const community = communityOf(published)
  const shown = shellCommunityOf(community)
  const css = paletteCss(palette)
  if (!css && isDeepStrictEqual(shown, DEFAULT_SHOWN)) return { html: built, revision: null }

  const json = JSON.stringify(shown).replaceAll('<', '\\u003c')
  const revision = createHash('sha256').update(json).update(css).digest('hex').slice(0, 12)
  const style = css && `<style id="${PALETTE_ELEMENT}">${css}</style>`
  const data = `<script type="application/json" id="${COMMUNITY_ELEMENT}" data-revision="${revision}">${json}</script>`
  const { name, tagline, defaultLanguage, logo, accent } = community
  const places: [before: RegExp, text: string | null | undefined][] = [
    [/(<html[^>]* lang=")[^"]*/, defaultLanguage],
    [/("description" content=")[^"]*/, textIn(tagline, defaultLanguage, defaultLanguage)],
    [/("theme-color" content=")[^"]*(?=" media="\(prefers-color-scheme: light)/, palette.light.bg],
    [/("theme-color" content=")[^"]*(?=" media="\(prefers-color-scheme: dark)/, palette.dark.bg],
    [/("apple-mobile-web-app-title" content=")[^"]*/, name],
    [/(<link rel="icon" href=")[^"]*(?:" type="image\/svg\+xml)?/, logo],
    [/(<link rel="apple-touch-icon" href=")[^"]*/, logo ?? iconPath(TOUCH_ICON, accent)],
    [/(<title>)[^<]*/g, name],
    [/(<noscript>)\S+/, name],
  ]
  const html = places.reduce(
    (page, [pattern, text]) => (text ? page.replace(pattern, (_, before) => before + escapeXml(text)) : page),
    built,
  )
  return { html: html.replace('</head>', () => `${style}${data}</head>`), revision }
}
