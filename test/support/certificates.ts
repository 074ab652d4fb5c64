// Certificates for servers of tests, made by openssl.
import { execFile } from 'node:child_process'
import { chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']

export interface CertificateFiles {
  cert: string
  key: string
}

/** Makes an authority in the folder. */
export async function createAuthority(folder: string, name: string): Promise<CertificateFiles> {
  const files = filesOf(folder, name)
  const out = ['-keyout', files.key, '-out', files.cert, '-subj', `/CN=${name}`]
  await run('openssl', ['req', '-x509', ...EC, ...out, '-days', '30'])
  return files
}

/**
 * Makes a certificate for these names and no other, owned by the owner of the folder: PostgreSQL takes no key of
 * another user. With `days` of -1, it has expired.
 */
export async function createCertificate(
  folder: string,
  name: string,
  {
    authority,
    days = 30,
    names = ['localhost'],
  }: { authority: CertificateFiles; days?: number; names?: readonly string[] },
): Promise<CertificateFiles> {
  const files = filesOf(folder, name)
  const request = join(folder, `${name}.csr`)
  const alternatives = names.map((host) => `DNS:${host}`).join()
  const subject = ['-subj', `/CN=${names[0]}`, '-addext', `subjectAltName=${alternatives}`]
  await run('openssl', ['req', ...EC, '-keyout', files.key, '-out', request, ...subject])
  const signedBy = ['-CA', authority.cert, '-CAkey', authority.key, '-copy_extensions', 'copy']
  const signed = ['-in', request, ...signedBy, '-days', String(days), '-out', files.cert]
  await run('openssl', ['x509', '-req', ...signed])
  const { uid, gid } = await stat(folder)
  for (const file of [files.key, files.cert]) await chown(file, uid, gid)
  return files
}

function filesOf(folder: string, name: string): CertificateFiles {
  return { cert: join(folder, `${name}.crt`), key: join(folder, `${name}.key`) }
}
