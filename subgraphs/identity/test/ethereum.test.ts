// Addresses and signatures, with examples of the standards and other libraries.
import { describe, expect, test } from 'vitest'
import { highS, newWallet } from '#test/wallet.ts'
import { checksumAddress, recoverAddress, signInMessage } from '../domain/wallets/ethereum.ts'

describe('the checksum of an address', () => {
  // The examples of EIP-55.
  test.each([
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
  ])('the checksum of an address is that of %s', (address) => {
    expect(checksumAddress(address.toLowerCase())).toBe(address)
    expect(checksumAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(address)
  })
})

const WEB3 =
  '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd' +
  '6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c'

describe('a signature', () => {
  test.each([
    // The example of web3.js for accounts.sign.
    ['Some data', WEB3, '0x2c7536e3605d9c16a7a3d7b1898e529396a65c23'],
    // The example of ex_web3_ec_recover, signed by MetaMask.
    [
      'hello world',
      '0x1dd3657c91d95f350ab25f17ee7cbcdbccd3f5bc52976bfd4dd03bd6bc29d2ac' +
        '23e656bee509ca33b921e0e6b53eb64082be1bb3c69c3a4adccd993b1d667f8d1b',
      '0xb117a8bc3ecf2c3f006b89da6826e49b4193977a',
    ],
    // The example of digitaldonkey/ecverify.
    [
      'hello world',
      '0xce909e8ea6851bc36c007a0072d0524b07a3ff8d4e623aca4c71ca8e57250c4d' +
        '0a3fc38fa8fbaaa81ead4b9f6bd03356b6f8bf18bccad167d78891636e1d69561b',
      '0xbe93f9bacbcffc8ee6663f2647917ed7a20a57bb',
    ],
  ])(
    'a signature of “%s” by another library gives its signer',
    async (message, signature, address) => {
      expect(await recoverAddress(message, signature)).toBe(checksumAddress(address))
    },
  )

  test('A signature may end in 0 or 1 instead of 27 or 28, and be in capitals', async () => {
    const signer = checksumAddress('0x2c7536e3605d9c16a7a3d7b1898e529396a65c23')
    expect(await recoverAddress('Some data', `${WEB3.slice(0, -2)}01`)).toBe(signer)
    expect(await recoverAddress('Some data', `0x${WEB3.slice(2).toUpperCase()}`)).toBe(signer)
    for (const v of ['00', '1b']) {
      expect(await recoverAddress('Some data', `${WEB3.slice(0, -2)}${v}`)).not.toBe(signer)
    }
  })

  test('A signature of text beyond ASCII counts its bytes', async () => {
    const wallet = newWallet()
    const message = 'Zürich 🚀\nand\u0000more'
    expect(await recoverAddress(message, wallet.sign(message))).toBe(wallet.address)
    expect(await recoverAddress(`${message}.`, wallet.sign(message))).not.toBe(wallet.address)
  })

  const zeros = '0'.repeat(64)
  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
  test.each([
    ['with the high s', highS(WEB3)],
    ['with the v of EIP-155', `${WEB3.slice(0, -2)}25`],
    ['with v 2', `${WEB3.slice(0, -2)}02`],
    ['with v 29', `${WEB3.slice(0, -2)}1d`],
    ['without r', `0x${zeros}${WEB3.slice(66)}`],
    ['without s', `0x${WEB3.slice(2, 66)}${zeros}1c`],
    ['with r beyond the order', `0x${order}${WEB3.slice(66)}`],
    ['with r on no point of the curve', `0x${'5'.padStart(64, '0')}${WEB3.slice(66)}`],
    ['of 64 bytes', WEB3.slice(0, -2)],
    ['of 66 bytes', `${WEB3}00`],
    ['without 0x', WEB3.slice(2)],
    ['that is none', '0x'],
  ])('a signature %s gives no signer', async (_which, signature) => {
    expect(await recoverAddress('Some data', signature)).toBeUndefined()
  })
})

test('the text to sign is that of EIP-4361', () => {
  const message = signInMessage({
    uri: 'https://id.example:8443/base/sign-in',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    statement: 'Sign in to id.example:8443.',
    chainId: 137,
    nonce: '0123456789abcdef0123456789abcdef',
    issuedAt: new Date('2026-03-04T12:00:00.000Z'),
    expiresAt: new Date('2026-03-04T12:10:00.000Z'),
  })
  expect(message).toBe(`id.example:8443 wants you to sign in with your Ethereum account:
0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed

Sign in to id.example:8443.

URI: https://id.example:8443/base/sign-in
Version: 1
Chain ID: 137
Nonce: 0123456789abcdef0123456789abcdef
Issued At: 2026-03-04T12:00:00.000Z
Expiration Time: 2026-03-04T12:10:00.000Z`)
})
