import type { Plugin } from 'vite'

const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm
const FORWARD_REF = /= (React\d*\.forwardRef\()/g

/** Leaves out of the build the components of React Router that nothing uses. */
export function stripRouter(): Plugin {
  return {
    name: 'zing-strip-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({ code: stripComponents(code), map: null }),
    },
  }
}

/** Removes what keeps unused components in a build: their names for developers, and calls that a bundler takes for an effect. */
export function stripComponents(code: string): string {
  return code.replace(DISPLAY_NAME, '').replace(FORWARD_REF, '= /* @__PURE__ */ $1')
}
