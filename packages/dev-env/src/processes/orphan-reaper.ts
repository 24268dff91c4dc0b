import { spawn } from 'node:child_process'

// A shell that reads "+pid" and "-pid" from its starter. When the starter is gone, however it went, the pipe ends, and
// the shell ends what is left: politely, then firmly. A SIGKILL leaves the starter no chance to do that itself.
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

/** Ends the processes it knows after this process has ended. In a session of its own, so that Ctrl-C does not reach it. */
export function createReaper(): Reaper {
  const shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.unref()
  shell.on('error', ignore) // no shell: children then end with us in all cases but SIGKILL
  shell.stdin.on('error', ignore)
  // The pipe must not keep this process alive; a child's stdin is a socket, which the types do not say.
  ;(shell.stdin as unknown as { unref?(): void }).unref?.()
  return {
    add: (pid) => void shell.stdin.write(`+${pid}\n`),
    remove: (pid) => void shell.stdin.write(`-${pid}\n`),
  }
}

function ignore(): void {}
