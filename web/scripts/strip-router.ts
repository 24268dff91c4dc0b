import type { Plugin } from 'vite'

const DISPLAY_NAME = /^\w+\.displayName = "\w+";$/gm
const FORWARD_REF = /= (React\d*\.forwardRef\()/g

/** Leaves out components of React Router that nothing uses: their names for developers, and calls that might do something, keep them. */
export function stripRouter(): Plugin {
  return {
    name: 'zing-strip-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code.replace(DISPLAY_NAME, '').replace(FORWARD_REF, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  }
}
