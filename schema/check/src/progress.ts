// One line on a terminal that tells what the check does now, once it takes longer than a second.

const DELAY_MS = 1000
const INTERVAL_MS = 500
/** To the start of the line, which is erased. */
const ERASE = '\r\u001B[2K'

/** What is told; a name of this package, never one of the change. */
export type Say = (what: string) => void

export interface Progress {
  say: Say
  /** Erases the line. Nothing is written afterwards. */
  end: () => void
}

/** Without a type of Node, so that those of the package compile without the types of Node. */
interface Terminal {
  isTTY: boolean
  write: (text: string) => unknown
}

/** Writes nothing into a file, a pipe or the log of a CI job, some of which look like a terminal. */
export function startProgress(
  stream: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
  now = () => performance.now(),
): Progress {
  const { CI, TERM } = environment
  if (!stream.isTTY || CI || TERM === 'dumb') return { say: () => {}, end: () => {} }
  const start = now()
  let [current, written] = ['', '']
  const draw = () => {
    const seconds = Math.floor((now() - start) / 1000)
    const line = `${current} … ${seconds} s`
    if (now() - start < DELAY_MS || current === '' || line === written) return
    written = line
    stream.write(`${ERASE}${line}`)
  }
  // While threads compose, this one has nothing to say and only counts the seconds.
  const timer = setInterval(draw, INTERVAL_MS).unref()
  return {
    say(what) {
      current = what
      draw()
    },
    end() {
      clearInterval(timer)
      if (written !== '') stream.write(ERASE)
      current = written = ''
    },
  }
}
