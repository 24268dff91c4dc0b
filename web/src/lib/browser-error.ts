/**
 * In place of what @simplewebauthn/browser makes of errors: passkeys.ts needs only their names, and the explanations are
 * 3 kB of text for developers. See SMALLER_BUILDS in vite.config.ts.
 */
function browserError({ error }: { error: Error }): Error {
  return error
}

export { browserError as identifyAuthenticationError, browserError as identifyRegistrationError }
