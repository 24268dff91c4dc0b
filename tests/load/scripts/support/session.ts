export function cookieOf({ headers }: { headers: Record<string, string> }): string {
  return headers['Set-Cookie']?.split(';')[0] ?? ''
}

export function freshUsername(): string {
  return `k6.${crypto.randomUUID().slice(0, 18)}`
}
