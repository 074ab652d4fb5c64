// Where the supergraph of a router comes from.
import { SettingError } from '#foundation/process/setting.ts'
import { reasonOf } from './read-failure.ts'

export interface SupergraphSource {
  /** For messages: the file, or the URL without secrets. */
  name: string
  /**
   * The SDL; undefined if it is known to be that of the read before.
   * @throws an error with the reason, and the reason of the signal
   */
  read(signal: AbortSignal): Promise<string | undefined>
}

/** Sources refuse a larger supergraph. */
export const MAX_SUPERGRAPH_BYTES = 16 * 1024 * 1024

const FIRST_READ_MS = 60_000

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
