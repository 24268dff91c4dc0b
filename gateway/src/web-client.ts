import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { notFoundHandler } from '@zing/kit/http/error-handler'
import { ANONYMOUS_ATTRIBUTE, isClientRoute } from '@zing/proto/client-routes'
import type { Express, Request, RequestHandler } from 'express'
import { createPreloadLinks } from './preload-links.ts'
import { serveStaticFiles } from './static-files.ts'

/** Serves the built client. An unknown page gets the shell with a 404, so that browsers show the not-found screen. */
export async function serveWebClient(
  app: Express,
  folder: string,
  hasSession: (req: Request) => boolean,
): Promise<void> {
  const shell = await readFile(path.join(folder, 'index.html'), 'utf8')
  const preloadLinks = await createPreloadLinks(folder)
  const anonymousShell = shell.replace('<html', `<html ${ANONYMOUS_ATTRIBUTE}`)

  const sendShell: RequestHandler = (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['json', 'html']) === 'html'
    const isFile = /\.\w+$|\/\./.test(req.path)
    if (!isClientRoute(req.path) && (!isPage || isFile)) return next()
    res.status(isClientRoute(req.path) ? 200 : 404)
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Cookie, Sec-Fetch-Dest' }).type('html')
    // the service worker caches the page for all users of the browser: its copy must not depend on a session
    if (req.get('Sec-Fetch-Dest') !== 'document') return res.send(shell)
    if (!hasSession(req)) return res.send(anonymousShell)
    res.send(shell.replace('</head>', `${preloadLinks(req.path)}</head>`))
  }
  app.get('/', sendShell)
  app.use(await serveStaticFiles(folder))
  app.use(sendShell, notFoundHandler)
}
