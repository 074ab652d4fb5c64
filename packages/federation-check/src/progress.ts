// Shows one line on a terminal with what the check does now, once it takes longer than a second.

const DELAY_MS = 1000
const INTERVAL_MS = 500
/** Returns to the start of the line and erases it. */
const ERASE = '\r\u001B[2K'

/** Sets the text of the line. It must be a text of this package, never a name from the change. */
export type Say = (what: string) => void

export interface Progress {
  say: Say
  /** Erases the line. Nothing is written afterwards. */
  end: () => void
}

/** Declared here, so that the types of the package do not need the types of Node. */
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
  // While threads compose, the main thread is free and only counts the seconds.
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
