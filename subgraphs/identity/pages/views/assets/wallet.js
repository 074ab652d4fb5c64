// @ts-check
// Signing in with a wallet, and linking one to an account: both sign a message (EIP-4361) that the
// server writes.
import { openDoor, Refusal } from './door.js'

/** @typedef {{request: (call: {method: string, params?: unknown[]}) => Promise<any>}} Provider EIP-1193 */

/** @type {HTMLFormElement | null} */
const form = document.querySelector('form[data-does="wallet"]')

// A wallet may come before this script or after it.
if (provider()) open()
else window.addEventListener('ethereum#initialized', open, { once: true })

/** @returns {Provider | undefined} */
function provider() {
  return /** @type {{ethereum?: Provider}} */ (/** @type {unknown} */ (window)).ethereum
}

function open() {
  if (!form) return
  let address = ''
  // If a code from an authenticator app is needed as well.
  const code = () => new FormData(form).get('walletCode')
  openDoor(form, {
    ask: async () => {
      ;[address = ''] = await call('eth_requestAccounts')
      if (!address) throw new Refusal('The wallet has no account to use.')
      return { address, chainId: Number(await call('eth_chainId')) }
    },
    sign: async ({ message }) => ({
      message,
      signature: await call('personal_sign', [hex(message), address]),
      ...(code() !== null && { walletCode: code() }),
    }),
  })
}

/**
 * @param {string} method
 * @param {unknown[]} params
 */
async function call(method, params = []) {
  try {
    return await provider()?.request({ method, params })
  } catch (error) {
    throw new Refusal(meaning(/** @type {{code?: number}} */ (error).code))
  }
}

/**
 * EIP-1193, provider errors; -32002 is a request that waits in the wallet already.
 * @param {number | undefined} code
 */
function meaning(code) {
  if (code === 4001) return 'You declined in your wallet.'
  if (code === -32002) return 'Your wallet is waiting for you: open it.'
  return 'The wallet did not answer as it should.'
}

/**
 * UTF-8 in hexadecimal, as `personal_sign` wants it.
 * @param {string} text
 */
function hex(text) {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
