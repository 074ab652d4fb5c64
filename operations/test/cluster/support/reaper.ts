// Ends the processes of a test that was interrupted before it could do so itself.
import { spawn } from 'node:child_process'

export interface Reaper {
  /** Once nothing is left to end. */
  stop(): void
}

/** What it waits for, the end of its input, comes however the process of the test ends. */
const SCRIPT = `
cat > /dev/null
while pkill -KILL -f "$MARK"; do sleep 0.2; done
rm -rf "$FOLDER"`

/** Ends every process that has a mark in its command line, and deletes a folder. */
export function startReaper(mark: string, folder: string): Reaper {
  const child = spawn('sh', ['-c', SCRIPT], {
    env: { PATH: process.env.PATH, MARK: mark, FOLDER: folder },
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches the process group of the test.
    detached: true,
  })
  return { stop: () => void child.kill('SIGKILL') }
}
