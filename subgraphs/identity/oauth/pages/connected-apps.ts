// The apps a person has allowed to act for them.
import type { AccountProps } from './account.ts'
import { html, type Html } from './html.ts'
import { rows } from './rows.ts'
import { day } from './time.ts'

export interface ConnectedApp {
  /** The client's. */
  id: string
  name: string
  scopes: readonly { name: string; words: string }[]
  since: Date
}

export const connectedApps = ({ actions, csrf, apps }: AccountProps): Html =>
  rows(
    apps.map(({ id, name, scopes, since }) => ({
      title: name,
      lines: [html`Since ${day(since)}, it may:`, ...scopes.map(({ words }) => html`${words}`)],
      end: { action: actions.disconnectApp, csrf, id, text: 'Disconnect', what: name },
    })),
    'You have allowed no app.',
  )
