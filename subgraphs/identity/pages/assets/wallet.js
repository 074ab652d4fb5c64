// @ts-check
// Wallets: signing in and linking one to an account. Both sign a message (EIP-4361) of the server.
import { openDoor, Refusal } from './door.js'

/** @typedef {{request: (call: {method: string, params?: unknown[]}) => Promise<any>}} Provider EIP-1193 */

/** @type {HTMLFormElement | null} */
const form = document.querySelector('form[data-does="wallet"]')

// A wallet may be loaded before this script or after it.
if (provider()) open()
else window.addEventListener('ethereum#initialized', open, { once: true })

/** @returns {Provider | undefined} */
function provider() {
  return /** @type {{ethereum?: Provider}} */ (/** @type {unknown} */ (window)).ethereum
}

function open() {
  if (!form) return
  let address = ''
  // The code of an authenticator app; null if none is needed.
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
 * The message for a provider error (EIP-1193). -32002 means that a request is already waiting in the wallet.
 * @param {number | undefined} code
 */
function meaning(code) {
  if (code === 4001) return 'You declined in your wallet.'
  if (code === -32002) return 'Your wallet is waiting for you: open it.'
  return 'The wallet did not answer as it should.'
}

/**
 * The UTF-8 bytes in hexadecimal, as `personal_sign` takes them.
 * @param {string} text
 */
function hex(text) {
  const bytes = [...new TextEncoder().encode(text)]
  return `0x${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
