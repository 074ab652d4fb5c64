// Where a supergraph comes from: a file or a URL.
import { SettingError } from '#foundation/process/setting.ts'
import { fileSource } from './file-source.ts'
import { reasonOf } from './read-failure.ts'
import { urlSource } from './url-source.ts'

export interface SupergraphSource {
  /** For messages: the file, or the URL without secrets. */
  name: string
  /**
   * The SDL; undefined if it is known to be that of the read before.
   * @throws an error with the reason, and the reason of the signal
   */
  read(signal: AbortSignal): Promise<string | undefined>
}

const FIRST_READ_MS = 60_000

/** The source at a file or URL. @throws SettingError for an invalid URL */
export function sourceAt(location: string): SupergraphSource {
  if (!/^https?:/i.test(location)) return fileSource(location)
  const url = URL.parse(location)
  if (url) return urlSource(url)
  throw new SettingError('--supergraph must be a file or a valid http or https URL.')
}

/** The SDL at the start. @throws SettingError when it cannot be read */
export async function readFirst(source: SupergraphSource): Promise<string> {
  try {
    return (await source.read(AbortSignal.timeout(FIRST_READ_MS)))!
  } catch (error) {
    throw new SettingError(`--supergraph: cannot read ${source.name} (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}
