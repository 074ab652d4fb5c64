// The wallets linked to an account.
import type { AccountProps } from '../account/account-props.ts'
import { confirmFirst } from '../account/confirm-first.ts'
import { scriptedForm } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { rows } from '../rows.ts'
import { day } from '../time.ts'

export const wallets = (props: AccountProps): Content => [list(props), addition(props)]

const addition = (props: AccountProps): Content =>
  props.steppedUp ? additionForm(props.csrf) : confirmFirst('wallets', 'Link a wallet')

const LINK_URLS = { challengeUrl: '/account/wallets/challenge', verifyUrl: '/account/wallets/link' }

const additionForm = (csrf: string): Content => [
  scriptedForm({ does: 'wallet', csrf, ...LINK_URLS }, html`<button>Link a wallet</button>`),
  html`<p class="nothing without">
    To link one, open this page in a browser with a wallet, with JavaScript on.
  </p>`,
]

const list = ({ csrf, wallets }: AccountProps): Html =>
  rows(
    wallets.map(({ id, address, chainId, linkedAt, signsIn }) => ({
      title: html`<code>${address}</code>`,
      about: [
        html`<p>${chainWords(chainId)} · linked ${day(linkedAt)}</p>`,
        signsIn
          ? ''
          : html`<p>
              An app linked it. To sign in with it, link it here as well; unlink it if it is not
              yours.
            </p>`,
      ],
      end: {
        action: '/account/wallets/unlink',
        csrf,
        id,
        text: 'Unlink',
        what: `the wallet ${address}`,
      },
    })),
    'You have linked no wallet.',
  )

const CHAINS: Record<number, string> = {
  1: 'Ethereum',
  10: 'Optimism',
  137: 'Polygon',
  8453: 'Base',
}

const chainWords = (chainId: number) => CHAINS[chainId] ?? `Chain ${chainId}`
