// The wallets linked to an account.
import type { AccountProps } from './account.ts'
import { scriptedForm } from './form.ts'
import { html, type Content } from './html.ts'
import { rows } from './rows.ts'
import { day } from './time.ts'

export interface WalletView {
  id: string
  /** EIP-55. */
  address: string
  chainId: number
  linkedAt: Date
}

export const wallets = ({ actions, csrf, ...props }: AccountProps): Content => [
  rows(
    props.wallets.map(({ id, address, chainId, linkedAt }) => ({
      title: html`<code>${address}</code>`,
      lines: [html`${chainWords(chainId)} · linked ${day(linkedAt)}`],
      end: {
        action: actions.unlinkWallet,
        csrf,
        id,
        text: 'Unlink',
        what: `the wallet ${address}`,
      },
    })),
    'You have linked no wallet.',
  ),
  scriptedForm({ does: 'wallet', csrf, ...props.wallet }, html`<button>Link a wallet</button>`),
  html`<p class="nothing without-wallet">
    To link one, open this page in a browser with a wallet, with JavaScript on.
  </p>`,
]

const CHAINS: Record<number, string> = {
  1: 'Ethereum',
  10: 'Optimism',
  137: 'Polygon',
  8453: 'Base',
}

const chainWords = (chainId: number) => CHAINS[chainId] ?? `chain ${chainId}`
