// A browser's credentials beside passwords: an authenticator, and a wallet.
import type { CDPSession, Page } from 'playwright-core'
import type { TestWallet } from '#test/wallet.ts'

export interface AuthenticatorOptions {
  /** Whether this authenticator accepts at once when the username field offers passkeys. */
  offersInField: boolean
}

/** Gives a page a built-in authenticator, whose owner always confirms. */
export async function addAuthenticator(
  page: Page,
  { offersInField }: AuthenticatorOptions,
): Promise<void> {
  if (!offersInField) {
    await page.addInitScript(
      'PublicKeyCredential.isConditionalMediationAvailable = async () => false',
    )
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await plugIn(page, cdp)
}

const pluggedIn = new WeakMap<Page, { cdp: CDPSession; authenticatorId: string }>()

async function plugIn(page: Page, cdp: CDPSession): Promise<void> {
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  pluggedIn.set(page, { cdp, authenticatorId })
}

/** Replaces the authenticator of a page, and with it its passkeys. */
export async function replaceAuthenticator(page: Page): Promise<void> {
  const { authenticatorId, cdp } = pluggedIn.get(page)!
  await cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId })
  await plugIn(page, cdp)
}

/** Gives every page of a browser a wallet (EIP-1193), whose owner signs everything. */
export async function addWallet(page: Page, wallet: TestWallet): Promise<void> {
  const sign = (message: string) => wallet.sign(Buffer.from(message.slice(2), 'hex').toString())
  await page.exposeFunction('signInTestWallet', sign)
  await page.addInitScript(`
    const methods = {
      eth_requestAccounts: () => ['${wallet.address}'],
      eth_chainId: () => '0x1',
      personal_sign: ([message]) => signInTestWallet(message),
    }
    window.ethereum = { request: async ({ method, params }) => methods[method](params) }
  `)
}
