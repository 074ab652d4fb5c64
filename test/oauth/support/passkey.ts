// Passkeys for tests, created and used like those of an authenticator (Web Authentication, 6).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface TestPasskey {
  /** The id in base64url, like all that it returns. */
  id: string
  /** The result of `navigator.credentials.create`. */
  create(challenge: string): object
  /** The result of `navigator.credentials.get`; `userHandle` is the one it was created for. */
  get(challenge: string, userHandle?: unknown): object
}

const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

/** Options of unusual passkeys. */
interface Peculiar {
  idBytes?: number
  /** An RSA key instead of one on P-256. */
  rsa?: { modulusLength: number; publicExponent?: number }
  /** Members that the browser adds to the signed data. */
  clientData?: object
}

/** A passkey with a new key, for the pages at that address. */
export function newPasskey(
  origin: string,
  { idBytes = 16, rsa, clientData: added = {} }: Peculiar = {},
): TestPasskey {
  const { privateKey, publicKey } = rsa
    ? generateKeyPairSync('rsa', rsa)
    : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(idBytes)
  const credential = (response: object) => ({
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, ...added }))
  const authenticatorData = (flags: number, attested = Buffer.alloc(0)) => {
    const [domain, counter] = [sha256(new URL(origin).hostname), Buffer.alloc(4)]
    return Buffer.concat([domain, Buffer.from([flags]), counter, attested])
  }

  return {
    id: id.toString('base64url'),
    create(challenge) {
      const jwk = publicKey.export({ format: 'jwk' })
      const key = rsa ? coseRsaKey(jwk) : coseKey(jwk)
      const attested = Buffer.concat([Buffer.alloc(16), twoBytes(id.length), id, key])
      const data = authenticatorData(PRESENT | VERIFIED | ATTESTED, attested)
      return credential({
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestationObject(data).toString('base64url'),
      })
    },
    get(challenge, userHandle) {
      const [client, data] = [
        clientData('webauthn.get', challenge),
        authenticatorData(PRESENT | VERIFIED),
      ]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return credential({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle,
      })
    },
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

const twoBytes = (size: number) => Buffer.from([size >> 8, size & 0xff])

/** ES256 on P-256 (RFC 9053) in CBOR. */
function coseKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** RS256 (RFC 8230) in CBOR. */
function coseRsaKey({ n = '', e = '' }: { n?: string; e?: string }): Buffer {
  const [modulus, exponent] = [Buffer.from(n, 'base64url'), Buffer.from(e, 'base64url')]
  return Buffer.concat([
    Buffer.from('a401030339010020', 'hex'),
    modulus.length < 256
      ? Buffer.from([0x58, modulus.length])
      : Buffer.concat([Buffer.from([0x59]), twoBytes(modulus.length)]),
    modulus,
    Buffer.from([0x21, 0x40 + exponent.length]),
    exponent,
  ])
}

/** `{fmt: 'none', attStmt: {}, authData}` in CBOR. */
function attestationObject(authData: Buffer): Buffer {
  const text = (name: string) => Buffer.from([0x60 + name.length, ...Buffer.from(name)])
  return Buffer.concat([
    Buffer.from([0xa3]),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Buffer.from([0xa0]),
    text('authData'),
    Buffer.from([0x59]),
    twoBytes(authData.length),
    authData,
  ])
}
