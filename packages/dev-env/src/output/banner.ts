import { PRODUCT_NAME } from '@zing/proto/product'

export interface BannerDetails {
  addresses: string[]
  demo: { username: string; password: string } | null
  bot: string | null
  adminPin: string
  /** The one-time link of auth's log; null once there is an admin. */
  setupLink: string | null
  dataDir: string
  warnings: string[]
}

const WIDTH = 12

export function banner({ addresses, demo, bot, adminPin, setupLink, dataDir, warnings }: BannerDetails): string {
  const rows = [
    ...addresses.map((address, index) => row(index === 0 ? 'Open' : '', address)),
    demo ? row('Demo login', `${demo.username}  /  ${demo.password}`) : row('Demo', 'no demo users; sign up'),
    ...(bot ? [row('Try', `the bell: ${bot}, a bot, soon likes you. Like back and write`)] : []),
    ...(setupLink ? [row('Set up', setupLink)] : []),
    row('Admin PIN', adminPin),
    row('Data', dataDir),
    row('Stop', 'Ctrl-C'),
  ]
  const notes = warnings.map((warning) => `  Note: ${warning}`)
  return ['', `  ${PRODUCT_NAME} is running.`, '', ...rows, ...(notes.length > 0 ? ['', ...notes] : []), ''].join('\n')
}

function row(title: string, value: string): string {
  return `  ${title.padEnd(WIDTH)}${value}`
}
