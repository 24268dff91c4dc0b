import { spawn } from 'node:child_process'

// The shell reads "+pid" and "-pid" from its parent. The pipe closes when the parent ends, even by SIGKILL. The shell then
// stops the remaining processes with SIGTERM, and later with SIGKILL.
const SCRIPT = `
trap '' INT TERM HUP
pids=' '
while read -r change; do
  pid=\${change#?}
  case $change in
    +*) pids="$pids$pid " ;;
    -*) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -TERM $pid 2>/dev/null; done
for second in 1 2 3 4 5 6 7 8 9 10; do
  left=''
  for pid in $pids; do kill -0 $pid 2>/dev/null && left=1; done
  [ -z "$left" ] && exit 0
  sleep 1
done
for pid in $pids; do kill -KILL -$pid 2>/dev/null; done
`

export interface Reaper {
  add(pid: number): void
  remove(pid: number): void
}

/** Stops the added processes after this process has ended. Runs in its own session, so that Ctrl-C does not reach it. */
export function createReaper(): Reaper {
  const shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  shell.on('error', ignore) // without a shell, only a SIGKILL leaves orphans
  shell.stdin.on('error', ignore)
  // The pipe must not keep this process alive; stdin is a socket with unref(), which the types do not declare.
  ;(shell.stdin as unknown as { unref?(): void }).unref?.()
  return {
    add: (pid) => void shell.stdin.write(`+${pid}\n`),
    remove: (pid) => void shell.stdin.write(`-${pid}\n`),
  }
}

function ignore(): void {}
