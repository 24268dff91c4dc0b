import { getClientConfig } from '@zing/proto/http/client-config'
import type { Express } from 'express'
import type { Config } from './config.ts'

/** Serves the operator's settings to the client, so that one build serves every installation. */
export function serveClientConfig(app: Express, config: Config): void {
  const { TERMS_URL, PRIVACY_URL, FEEDBACK_URL, IS_DEMO, VAPID_PUBLIC_KEY: vapidPublicKey } = config
  const links = { termsUrl: TERMS_URL, privacyUrl: PRIVACY_URL, feedbackUrl: FEEDBACK_URL }
  const clientConfig = { ...links, isDemo: IS_DEMO, ...(vapidPublicKey && { vapidPublicKey }) }
  app.get(getClientConfig.path, (_req, res) => {
    res.set('Cache-Control', 'no-cache').json(getClientConfig.response?.parse(clientConfig))
  })
}
