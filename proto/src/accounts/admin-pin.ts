import { z } from 'zod/mini'
import { ADMIN_PIN_LENGTH } from '../limits.ts'

const ENTER_PIN = `Please enter a ${ADMIN_PIN_LENGTH}-digit PIN`
export const adminPin = z.string(ENTER_PIN).check(z.regex(new RegExp(`^[0-9]{${ADMIN_PIN_LENGTH}}$`), ENTER_PIN))
