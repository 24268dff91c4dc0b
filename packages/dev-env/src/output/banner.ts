import { PRODUCT_NAME } from '@zing/proto/product'

export interface BannerDetails {
  addresses: string[]
  /** Null without demo people. */
  demo: { username: string; password: string } | null
  /** Who likes back and answers; null if nobody does. */
  bot: string | null
  adminPin: string
  dataDir: string
  warnings: string[]
}

const WIDTH = 12

/** What a person needs once everything runs. */
export function banner({ addresses, demo, bot, adminPin, dataDir, warnings }: BannerDetails): string {
  const rows = [
    ...addresses.map((address, index) => row(index === 0 ? 'Open' : '', address)),
    demo ? row('Demo login', `${demo.username}  /  ${demo.password}`) : row('Demo', 'nobody was added; sign up'),
    ...(bot ? [row('Try', `like ${bot}, a program that likes back and answers`)] : []),
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
