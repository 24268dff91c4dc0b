import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { notFoundHandler } from '@zing/kit/http/error-handler'
import { ANONYMOUS_ATTRIBUTE, isClientRoute } from '@zing/proto/client-routes'
import type { Express, Request, RequestHandler } from 'express'
import sirv from 'sirv'

const FOREVER_SECONDS = 31_536_000

/**
 * The built client: hashed files for a year, precompressed ones where there are any, and the shell for its screens. A
 * path that is no screen gets the shell too, so that a person sees the not-found screen, but with a 404.
 */
export async function serveWebClient(
  app: Express,
  folder: string,
  hasSession: (req: Request) => boolean,
): Promise<void> {
  const shell = await readFile(path.join(folder, 'index.html'), 'utf8')
  const anonymousShell = shell.replace('<html', `<html ${ANONYMOUS_ATTRIBUTE}`)

  const answerShell: RequestHandler = (req, res, next) => {
    const isPage = (req.method === 'GET' || req.method === 'HEAD') && req.accepts(['json', 'html']) === 'html'
    const isFile = /\.\w+$|\/\./.test(req.path)
    if (!isClientRoute(req.path) && (!isPage || isFile)) return next()
    res.status(isClientRoute(req.path) ? 200 : 404)
    // the service worker, which asks for the page to keep it, must not keep whose it was
    const isOpened = req.get('Sec-Fetch-Dest') === 'document'
    res.set({ 'Cache-Control': 'no-cache', Vary: 'Cookie, Sec-Fetch-Dest' }).type('html')
    res.send(isOpened && !hasSession(req) ? anonymousShell : shell)
  }
  app.get('/', answerShell)
  app.use(
    sirv(folder, {
      etag: true,
      gzip: true,
      brotli: true,
      dotfiles: false,
      extensions: [],
      setHeaders: (res, pathname) => {
        const isHashed = pathname.startsWith('/assets/')
        res.setHeader('Cache-Control', isHashed ? `public, max-age=${FOREVER_SECONDS}, immutable` : 'no-cache')
      },
    }),
  )
  app.use(answerShell, notFoundHandler)
}
