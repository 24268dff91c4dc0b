import { communityOf } from '@zing/proto/community/community-of'
import { textIn } from '@zing/proto/community/local-text'
import { DEFAULT_SETTINGS, type PublishedSettings } from '@zing/proto/community/settings'
import { escapeXml } from './escape-xml.ts'
import { renderIcon } from './render-icon.ts'

type Render = (built: Buffer, published: PublishedSettings, revision: string) => string | Buffer

/** Files of the built client that show settings, by path. */
export const RENDERED_FILES: Record<string, Render> = {
  '/manifest.webmanifest': text(renderManifest),
  '/bolt.svg': text(renderBolt),
  '/sw.js': text(renderWorker),
  '/icons/icon-192.png': renderIcon,
  '/icons/icon-512.png': renderIcon,
  '/icons/maskable-512.png': renderIcon,
  '/icons/apple-touch-180.png': renderIcon,
}

function text(render: (built: string, published: PublishedSettings, revision: string) => string): Render {
  return (built, ...rest) => render(built.toString(), ...rest)
}

/** The address of an icon in this accent: browsers update an installed icon only if its address changes. */
export function iconPath(path: string, accent: string): string {
  return accent === DEFAULT_SETTINGS.accent ? path : `${path}?${accent.slice(1)}`
}

function renderManifest(built: string, published: PublishedSettings): string {
  const { name, tagline, defaultLanguage, accent } = published.settings
  const { logo } = communityOf(published)
  const { bg } = published.palette.light
  const before = JSON.parse(built)
  const after = {
    ...before,
    name,
    short_name: name,
    description: textIn(tagline, defaultLanguage, defaultLanguage) || before.description,
    lang: defaultLanguage,
    ...(bg && { theme_color: bg, background_color: bg }),
    icons: before.icons?.map((icon: { src: string }) => ({ ...icon, src: iconPath(icon.src, accent) })),
    ...(logo && { icons: [{ src: logo, sizes: '512x512', type: 'image/png', purpose: 'any' }] }),
  }
  return JSON.stringify(after, null, 2)
}

/** The bolt is on the colour of buttons, whose text can be read in any accent. */
function renderBolt(built: string, { settings: { name, accent }, palette }: PublishedSettings): string {
  const named = built.replace(/(<title>)[^<]*/, (_, before) => before + escapeXml(name))
  if (accent === DEFAULT_SETTINGS.accent) return named
  const { zing = accent, 'on-zing': onZing = '#fff' } = palette.light
  return named
    .replace(/stop-color="[^"]*"/g, () => `stop-color="${escapeXml(zing)}"`)
    .replace(/(<path .*fill=")[^"]*/, (_, before) => before + escapeXml(onZing))
}

/** The worker of another community is another worker: browsers install it, and it keeps the page of its own revision. */
function renderWorker(built: string, published: PublishedSettings, revision: string): string {
  const { name, logo } = communityOf(published)
  return `self.community=${JSON.stringify({ revision, name, logo })}\n${built}`
}
