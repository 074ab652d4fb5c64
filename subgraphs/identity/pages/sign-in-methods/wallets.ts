// The wallets of an account: the list, and linking one.
import { createWalletChallenge } from '../../domain/wallets/wallet-challenge.ts'
import { linkWallet } from '../../domain/wallets/wallet-link.ts'
import { sectionUrl } from '../account/account-groups.ts'
import type { AccountProps } from '../account/account-props.ts'
import { asPerson } from '../account/as-person.ts'
import { sensitive, steppedUp } from '../account/step-up.ts'
import { countChallenge } from '../attempts.ts'
import type { BrowserSession } from '../browser-session.ts'
import { form, scriptedForm } from '../form.ts'
import { html, type Content } from '../html.ts'
import { rowButton, rows } from '../rows.ts'
import type { ScriptBody } from '../script-call.ts'
import { day } from '../time.ts'
import { signedTextIn, walletIn } from './wallet-proof.ts'

export async function walletLinkChallenge(unchecked: BrowserSession, body: ScriptBody) {
  const browserSession = await steppedUp(unchecked)
  await countChallenge(browserSession, 'wallet')
  const { message } = await createWalletChallenge(asPerson(browserSession), walletIn(body))
  return { message }
}

export async function linkNewWallet(unchecked: BrowserSession, body: ScriptBody) {
  const browserSession = await steppedUp(unchecked)
  const { server, signedIn } = browserSession
  await linkWallet(asPerson(browserSession), signedTextIn(body), signedIn.session)
  return { location: server.issuer + sectionUrl('wallets', 'wallet-linked') }
}

export const wallets = (props: AccountProps): Content => [
  rows(
    props.wallets.map(({ id, address, chainId, linkedAt, signsIn }) => ({
      title: html`<code>${address}</code>`,
      about: [
        html`<p>${CHAINS[chainId] ?? `Chain ${chainId}`} · linked ${day(linkedAt)}</p>`,
        signsIn
          ? ''
          : html`<p>
              An app linked it. To sign in with it, link it here as well; unlink it if it is not
              yours.
            </p>`,
      ],
      end: form(
        { action: '/account/wallets/unlink', csrf: props.csrf, id },
        rowButton('Unlink', `the wallet ${address}`),
      ),
    })),
    'You have linked no wallet.',
  ),
  sensitive(props, 'wallets', 'Link a wallet', () => linkForm(props.csrf)),
]

const CHAINS: Record<number, string> = {
  1: 'Ethereum',
  10: 'Optimism',
  137: 'Polygon',
  8453: 'Base',
}

const URLS = { challengeUrl: '/account/wallets/challenge', verifyUrl: '/account/wallets/link' }

const linkForm = (csrf: string): Content => [
  scriptedForm({ does: 'wallet', csrf, ...URLS }, html`<button>Link a wallet</button>`),
  html`<p class="nothing without">
    To link one, open this page in a browser with a wallet, with JavaScript on.
  </p>`,
]
