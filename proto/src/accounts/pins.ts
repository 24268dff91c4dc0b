import { ADMIN_PIN_LENGTH } from '../limits.ts'

/**
 * The 20 most common PINs of four digits: a quarter of all people choose one of them. Source: Nick Berry's count of 3.4
 * million, https://www.datagenetics.com/blog/september32012/
 */
export const COMMON_PINS: ReadonlySet<string> = new Set([
  ...['1234', '1111', '0000', '1212', '7777', '1004', '2000', '4444', '2222', '6969'],
  ...['9999', '3333', '5555', '6666', '1122', '1313', '8888', '4321', '2001', '1010'],
])

/** Returns a random PIN that is not a common one. */
export function makePin(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  const pin = String(random % 10 ** ADMIN_PIN_LENGTH).padStart(ADMIN_PIN_LENGTH, '0')
  return COMMON_PINS.has(pin) ? makePin() : pin
}

/** Messages of `POST /api/admin/reset`, which takes a PIN. */
export const WRONG_PIN = 'Invalid PIN'
export const RESET_DONE = 'All user data has been cleared'
