import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { notFoundHandler } from '@zing/kit/http/error-handler'
import type { FollowedSettings } from '@zing/kit/nats/settings'
import { ANONYMOUS_ATTRIBUTE, clientRoutes, isClientRoute } from '@zing/proto/client-routes'
import type { PublishedSettings } from '@zing/proto/community/settings'
import { pickLanguage } from '@zing/proto/texts/find-language'
import type { Express, Request, RequestHandler } from 'express'
import { etagOf } from './community/etag.ts'
import { fromSettings } from './community/from-settings.ts'
import { RENDERED_FILES } from './community/render-files.ts'
import { renderShell } from './community/render-shell.ts'
import { createPreloadLinks } from './preload-links.ts'
import { serveStaticFiles } from './static-files.ts'

interface WebClientOptions {
  /** Folder of the built client. */
  folder: string
  settings: FollowedSettings
  hasSession(req: Request): boolean
}

/**
 * Serves the built client with the community's name, colours and logo. An unknown page gets the shell with a 404, so that
 * browsers show the not-found screen.
 */
export async function serveWebClient(app: Express, { folder, settings, hasSession }: WebClientOptions): Promise<void> {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8')
  const builtFiles = await readRenderedFiles(folder)
  const preloadLinks = await createPreloadLinks(folder, built)

  const rendered = fromSettings(settings, (published) => {
    const { html: shell, revision } = renderShell(built, published)
    const anonymousShell = shell.replace('<html', `<html ${ANONYMOUS_ATTRIBUTE}`)
    return { shell, anonymousShell, files: renderFiles(builtFiles, published, revision) }
  })

  const sendShell: RequestHandler = (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['json', 'html']) === 'html'
    const isFile = /\.\w+$|\/\./.test(req.path)
    if (!isClientRoute(req.path) && (!isPage || isFile)) return next()
    const { shell, anonymousShell } = rendered()
    res.status(isClientRoute(req.path) && !isWithoutText(req.path, settings.current()) ? 200 : 404)
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language, Cookie, Sec-Fetch-Dest' }).type('html')
    // the service worker caches the page for all users of the browser: its copy must not depend on a session
    if (req.get('Sec-Fetch-Dest') !== 'document') return res.send(shell)
    const isMember = hasSession(req)
    const language = pickLanguage(req.acceptsLanguages(), settings.current().settings)
    const links = preloadLinks({ screen: req.path, hasSession: isMember, language })
    res.send((isMember ? shell : anonymousShell).replace('</head>', () => `${links}</head>`))
  }
  const sendRendered: RequestHandler = (req, res, next) => {
    const file = req.method === 'GET' || req.method === 'HEAD' ? rendered().files.get(req.path) : undefined
    if (!file) return next()
    res.set({ 'Cache-Control': 'no-cache', ETag: file.etag }).type(path.extname(req.path)).send(file.body)
  }
  app.get('/', sendShell)
  app.use(sendRendered)
  app.use(await serveStaticFiles(folder))
  app.use(sendShell, notFoundHandler)
}

/** True for a page of the operator's texts where there is no text. */
function isWithoutText(page: string, { settings: { terms, privacy, rules } }: PublishedSettings): boolean {
  if (page === clientRoutes.terms) return terms.text === null
  if (page === clientRoutes.privacy) return privacy.text === null
  return page === clientRoutes.rules && rules.length === 0
}

/** Empty for a page as it was built: its files are static ones, which are compressed. */
function renderFiles(built: Map<string, Buffer>, published: PublishedSettings, revision: string | null) {
  if (revision === null) return new Map<string, { body: string | Buffer; etag: string }>()
  const rendered = [...built].map(([name, bytes]) => {
    const body = RENDERED_FILES[name]?.(bytes, published, revision) ?? bytes
    return [name, { body, etag: etagOf(body) }] as const
  })
  return new Map(rendered)
}

async function readRenderedFiles(folder: string): Promise<Map<string, Buffer>> {
  const files = await Promise.all(
    Object.keys(RENDERED_FILES).map(async (name) => [name, await readFile(path.join(folder, name))] as const),
  )
  return new Map(files)
}
