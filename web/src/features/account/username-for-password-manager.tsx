/** Not shown: without it a password manager does not know whose password a form is about. */
export function UsernameForPasswordManager({ username }: { username: string }) {
  return <input type="text" name="username" dir="auto" autoComplete="username" value={username} readOnly hidden />
}
