// Finds the source for `--supergraph FILE|URL`.
import { SettingError } from '#foundation/settings/setting.ts'
import { fileSource } from './file-source.ts'
import type { SupergraphSource } from './source.ts'
import { urlSource } from './url-source.ts'

/** The source at a file or URL. @throws SettingError for an invalid URL */
export function sourceAt(location: string): SupergraphSource {
  if (!/^https?:/i.test(location)) return fileSource(location)
  const url = URL.parse(location)
  if (url) return urlSource(url)
  throw new SettingError('--supergraph must be a file or a valid http or https URL.')
}
