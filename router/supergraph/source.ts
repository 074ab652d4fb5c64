// Where the supergraph of a router comes from.
import { SettingError } from '#foundation/settings/setting.ts'
import { reasonOf } from './read-failure.ts'

export interface SupergraphSource {
  /** The name for messages: the file, or the URL without secrets. */
  name: string
  /**
   * Reads the SDL. Returns undefined if it has not changed since the last read.
   * @throws an error with the reason, and the reason of the signal
   */
  read(signal: AbortSignal): Promise<string | undefined>
}

/** The maximum size of a supergraph; sources refuse a larger one. */
export const MAX_SUPERGRAPH_BYTES = 16 * 1024 * 1024

const FIRST_READ_MS = 60_000

/** Reads the SDL at the start. @throws SettingError when it cannot be read */
export async function readFirst(source: SupergraphSource): Promise<string> {
  try {
    return (await source.read(AbortSignal.timeout(FIRST_READ_MS)))!
  } catch (error) {
    throw new SettingError(`--supergraph: cannot read ${source.name} (${reasonOf(error)}).`, {
      cause: error,
    })
  }
}
