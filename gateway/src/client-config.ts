import type { FollowedSettings } from '@zing/kit/nats/settings'
import { clientRoutes } from '@zing/proto/client-routes'
import type { Settings } from '@zing/proto/community/settings'
import type { ResponseOf } from '@zing/proto/endpoint'
import { getClientConfig } from '@zing/proto/http/client-config'
import type { Express } from 'express'
import type { Config } from './config.ts'

/** Serves links and flags to the client: the community's settings, and the environment where these say nothing. */
export function serveClientConfig(app: Express, config: Config, settings: FollowedSettings): void {
  app.get(getClientConfig.path, (_req, res) => {
    res.set('Cache-Control', 'no-cache').json(clientConfigOf(config, settings.current().settings))
  })
}

function clientConfigOf(
  { TERMS_URL, PRIVACY_URL, FEEDBACK_URL, IS_DEMO, VAPID_PUBLIC_KEY }: Config,
  { terms, privacy, feedback, features, place, people }: Settings,
): ResponseOf<typeof getClientConfig> {
  return {
    termsUrl: terms.url ?? (terms.text === null ? TERMS_URL : clientRoutes.terms),
    privacyUrl: privacy.url ?? (privacy.text === null ? PRIVACY_URL : clientRoutes.privacy),
    feedbackUrl: feedback ?? FEEDBACK_URL,
    isDemo: IS_DEMO,
    place,
    ...(people.verification !== 'off' && { verification: people.verification }),
    ...(VAPID_PUBLIC_KEY && features.push && { vapidPublicKey: VAPID_PUBLIC_KEY }),
  }
}
