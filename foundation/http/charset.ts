// Names of UTF-8 in the Content-Type of requests.
import type { IncomingMessage } from 'node:http'

/** The labels of UTF-8 (WHATWG Encoding), which clients in Perl, Ruby, PHP and Java send. body-parser knows `utf-8`. */
const UTF_8 =
  /(;\s*charset\s*=\s*)"?(?:unicode-1-1-utf-8|unicode11utf8|unicode20utf8|utf8|x-unicode20utf8)"?(?=\s*(?:;|$))/i

/** Replaces another name of UTF-8 by `utf-8`. */
export function normalizeCharset({ headers }: IncomingMessage): void {
  const type = headers['content-type']
  if (type !== undefined) headers['content-type'] = type.replace(UTF_8, '$1utf-8')
}
