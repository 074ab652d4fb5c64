// Reads a project from a tar archive, compressed or not. It is read in memory; nothing is unpacked.
import { gunzipSync } from 'node:zlib'
import { parseTar, type ParsedTarFileItem } from 'nanotar'
import { MAX_BYTES } from './bounded.ts'
import { plain, UsageError, type Files } from './files.ts'

/** True for the first bytes of a gzip file or a tar header. */
export function isArchive(bytes: Buffer): boolean {
  return isGzip(bytes) || bytes.toString('latin1', 257, 262) === 'ustar'
}

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/**
 * The files of an archive. A folder that all files stand in, such as `package/` of npm, is left out.
 * @throws UsageError for a file that is not an archive, or that unpacks to more than the limit
 */
export function archiveFiles(label: string, bytes: Buffer): Files {
  const texts = withoutTop(readEntries(label, bytes))
  return {
    label,
    list(folder) {
      const paths = [...texts.keys()]
      return folder === '.' ? paths : paths.filter((path) => path.startsWith(`${folder}/`))
    },
    read(paths) {
      const found = paths.map((path) => [path, texts.get(path)] as const)
      return new Map(found.filter((entry): entry is [string, string] => entry[1] !== undefined))
    },
  }
}

function readEntries(label: string, bytes: Buffer): Map<string, string> {
  try {
    const tar = isGzip(bytes) ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes
    // A copy, because parseTar reads the whole memory behind a small Buffer.
    const files = parseTar(new Uint8Array(tar))
    const whole = files.filter(({ type }) => type === 'file' || type === undefined)
    return new Map(whole.map((file) => [pathOf(file).replace(/^\.\//, ''), plain(file.text)]))
  } catch (error) {
    throw new UsageError(`${label} cannot be unpacked: ${(error as Error).message}.`)
  }
}

/**
 * The path of a file. parseTar leaves out the prefix of a path of more than 100 bytes, which `git archive` writes
 * (https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html, ustar Interchange Format).
 */
function pathOf({ name, data, attrs }: ParsedTarFileItem): string {
  // An extended header has the whole path.
  if (!data || (attrs && 'path' in attrs)) return name
  const header = Buffer.from(data.buffer, data.byteOffset - HEADER, HEADER)
  if (header.toString('latin1', 257, 263) !== 'ustar\0') return name
  const [prefix] = header.toString('utf8', 345, 500).split('\0')
  return prefix ? `${prefix}/${name}` : name
}

/** The size of a header, which stands directly before the data of its file. */
const HEADER = 512

function withoutTop(texts: ReadonlyMap<string, string>): Map<string, string> {
  const tops = new Set([...texts.keys()].map((path) => path.split('/')[0]))
  const isOne = tops.size === 1 && [...texts.keys()].every((path) => path.includes('/'))
  const short = (path: string) => (isOne ? path.slice(path.indexOf('/') + 1) : path)
  return new Map([...texts].map(([path, text]) => [short(path), text]))
}
