// Ethereum accounts for tests, which sign like wallets.
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { addressOf, personalMessageHash } from '../../subgraphs/identity/domain/wallets/ethereum.ts'

export interface TestWallet {
  /** The address, with its checksum (EIP-55). */
  address: string
  /** Signs a message (`personal_sign`): r‖s‖v in hexadecimal. */
  sign(message: string): string
}

/** A wallet with a new key. */
export function newWallet(): TestWallet {
  const secretKey = secp256k1.utils.randomSecretKey()
  return {
    address: addressOf(secp256k1.getPublicKey(secretKey, false)),
    sign(message) {
      const options = { prehash: false, format: 'recovered' } as const
      const [recovery, ...rs] = secp256k1.sign(personalMessageHash(message), secretKey, options)
      return `0x${Buffer.from([...rs, 27 + recovery!]).toString('hex')}`
    },
  }
}

/** The signature with the other value of s, which anybody can compute. */
export function highS(signature: string): string {
  const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
  const { n } = secp256k1.Point.CURVE()
  const high = (n - BigInt(`0x${s}`)).toString(16).padStart(64, '0')
  return `0x${r}${high}${v === '1b' ? '1c' : '1b'}`
}
